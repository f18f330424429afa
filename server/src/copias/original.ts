/** The database of an installation and its copy: SQLite's file, or an archive of a PostgreSQL. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatabaseFacts, examineDatabase } from '../platform/db/backup/examine.ts';
import { copyDatabase } from '../platform/db/backup/snapshot.ts';
import { dumpDatabase } from '../platform/db/dump/create.ts';
import { examineDump } from '../platform/db/dump/examine.ts';
import { readFacts, sizeOfTables, withConnection } from '../platform/db/dump/moment.ts';
import { AJUSTE_PASTA } from '../platform/folder/mark.ts';
import { BANCO, CITADAS, DUMP } from './manifesto.ts';

/** Rows that would open a session, a link, a door or an answer again; a restored copy has none. */
export const DEIXADAS = [
  'sessoes',
  'sessoes_externas',
  'chaves_assinatura',
  'desafios',
  'links',
  'convites',
  'links_visita',
  'tentativas',
  'idempotencia',
  'camera_tickets',
  'correio',
  'aparelhos',
] as const;

/** Where the database names its pictures. */
export const IMAGENS = { tabela: 'imagens', coluna: 'arquivo' };

export interface OriginalCopia {
  /** The name of the copy. */
  nome: string;
  /** At most so many bytes are written. */
  size: () => Promise<number>;
  /** Copies it as it is at one moment, and reads the copy whole. */
  copy: (pasta: string) => Promise<DatabaseFacts>;
  /** What it holds now. */
  examine: () => Promise<Omit<DatabaseFacts, 'quebra'>>;
}

export interface OriginalDeps {
  dataDir: string;
  /** null: the database is a file of the data folder. */
  databaseUrl: string | null;
}

export const sizeOf = async (arquivo: string): Promise<number> =>
  (await stat(arquivo).catch(() => undefined))?.size ?? 0;

const openArquivo = (arquivo: string): OriginalCopia => ({
  nome: BANCO,
  size: async () => (await sizeOf(arquivo)) + (await sizeOf(`${arquivo}-wal`)),
  examine: () => examineDatabase(arquivo),
  async copy(pasta) {
    await copyDatabase(arquivo, join(pasta, BANCO), DEIXADAS);
    return examineDatabase(join(pasta, BANCO));
  },
});

const openPostgres = (endereco: string): OriginalCopia => ({
  nome: DUMP,
  size: () => sizeOfTables(endereco),
  examine: () => withConnection(endereco, (conexao) => readFacts(conexao, DEIXADAS)),
  copy: (pasta) =>
    dumpDatabase({
      ...{ endereco, arquivo: join(pasta, DUMP), deixadas: DEIXADAS },
      nomes: { ...IMAGENS, arquivo: join(pasta, CITADAS), ajuste: AJUSTE_PASTA },
    }),
});

export const openOriginal = ({ dataDir, databaseUrl }: OriginalDeps): OriginalCopia =>
  databaseUrl === null ? openArquivo(join(dataDir, BANCO)) : openPostgres(databaseUrl);

/** The database in the folder of a backup. */
export const bancoOf = (pasta: string): string =>
  existsSync(join(pasta, DUMP)) ? join(pasta, DUMP) : join(pasta, BANCO);

/** Whether a backup is of a PostgreSQL. */
export const isDump = (pasta: string): boolean => bancoOf(pasta).endsWith(DUMP);

/** The file of a backup that names its pictures. */
export const citadasOf = (pasta: string): string => join(pasta, isDump(pasta) ? CITADAS : BANCO);

/** Reads the database of a backup whole. @throws {DatabaseDamaged} */
export const examineBanco = (banco: string): Promise<DatabaseFacts> =>
  banco.endsWith(DUMP) ? examineDump(banco) : examineDatabase(banco);
