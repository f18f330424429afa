/** Makes backups, and verifies them. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../config/leitor.ts';
import { nowIso } from '../platform/clock.ts';
import { DatabaseDamaged, examineDatabase } from '../platform/db/backup/examine.ts';
import { copyDatabase, syncPath } from '../platform/db/backup/snapshot.ts';
import { freeBytes } from '../platform/db/sqlite/files.ts';
import {
  BANCO,
  digestOf,
  isAuthentic,
  type ManifestoCopia,
  markOf,
  readManifesto,
  SEGREDO,
  writeManifesto,
} from './manifesto.ts';

/** Rows that would open a session, a link, a door or an answer again; a restored copy has none. */
export const DEIXADAS = [
  'sessoes',
  'sessoes_externas',
  'chaves_assinatura',
  'desafios',
  'links',
  'convites',
  'tentativas',
  'idempotencia',
  'camera_tickets',
  'correio',
  'aparelhos',
] as const;

/** Left free on the disk, so that the gate goes on. */
const FOLGA = 64 * 1_048_576;
const NOME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

export interface Copia {
  pasta: string;
  manifesto: ManifestoCopia;
}

interface CopiaDeps {
  dataDir: string;
  /** The folder of the backups, which is made when it is missing. */
  copias: string;
  versao: string;
  segredo: string;
  /** Also copies the file of the secret: whoever has it can open what is sealed. */
  comSegredo: boolean;
}

const sizeOf = async (arquivo: string): Promise<number> =>
  (await stat(arquivo).catch(() => undefined))?.size ?? 0;

async function requireSpace(arquivo: string, copias: string): Promise<void> {
  const precisa = (await sizeOf(arquivo)) + (await sizeOf(`${arquivo}-wal`)) + FOLGA;
  const livres = freeBytes(copias);
  if (livres >= precisa) return;
  const [faltam, tem] = [precisa, livres].map((bytes) => Math.ceil(bytes / 1_048_576));
  throw new StartError(
    `A cópia precisa de ${faltam} MB livres em ${copias}, que tem ${tem} MB. Libere espaço ou use --para com outra pasta.`,
  );
}

async function requireFolder(copias: string): Promise<void> {
  await mkdir(copias, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartError(
      `Não foi possível usar a pasta ${copias} (${code}). Use --para com outra.`,
      {
        cause,
      },
    );
  });
}

/**
 * Makes a backup, and verifies it before it has its name: a folder with the database and the
 * manifest. A copy that was interrupted has a name that no other command reads.
 * @throws {StartError} one sentence
 */
export async function createCopia(deps: CopiaDeps): Promise<Copia> {
  const { dataDir, copias, versao, segredo, comSegredo } = deps;
  const arquivo = join(dataDir, BANCO);
  await requireFolder(copias);
  await requireSpace(arquivo, copias);
  const criada_em = nowIso();
  const pasta = join(copias, criada_em.replaceAll(/[:.]/g, '-'));
  const parcial = `${pasta}.parcial`;
  await mkdir(parcial, { mode: 0o700 });
  try {
    const banco = join(parcial, BANCO);
    await copyDatabase(arquivo, banco, DEIXADAS);
    const { passos, linhas, auditoria } = await examineDatabase(banco);
    const [bytes, sha256, marca] = [await sizeOf(banco), await digestOf(banco), markOf(segredo)];
    const conteudo = {
      ...{ formato: 1 as const, versao, criada_em, passos, linhas, auditoria },
      ...{ bytes, sha256, segredo: marca },
    };
    if (comSegredo) await copyFile(join(dataDir, SEGREDO), join(parcial, SEGREDO));
    const manifesto = await writeManifesto(parcial, conteudo, segredo);
    await syncPath(parcial);
    await rename(parcial, pasta);
    await syncPath(copias);
    return { pasta, manifesto };
  } catch (error) {
    await rm(parcial, { recursive: true, force: true });
    throw error;
  }
}

/** The names of the complete backups, the newest first. */
export async function listCopias(copias: string): Promise<string[]> {
  const nomes = await readdir(copias).catch(() => []);
  return nomes
    .filter((nome) => NOME.test(nome))
    .sort()
    .reverse();
}

const refuse = (pasta: string, motivo: string): never => {
  throw new StartError(`A cópia ${pasta} não serve: ${motivo}.`);
};

/**
 * Reads a backup whole: its bytes, its signature, every page, its rows and the audit's chain.
 * @throws {StartError} why it cannot be restored
 */
export async function verifyCopia(pasta: string, segredo: string | undefined): Promise<Copia> {
  const banco = join(pasta, BANCO);
  if (!existsSync(pasta)) return refuse(pasta, 'a pasta não existe');
  const manifesto = await readManifesto(pasta);
  if (!manifesto || !existsSync(banco)) return refuse(pasta, 'não é uma cópia completa do UNIPARK');
  if (segredo !== undefined && isAuthentic(manifesto, segredo) === false) {
    return refuse(pasta, 'o manifesto foi alterado');
  }
  if ((await digestOf(banco)) !== manifesto.sha256) {
    return refuse(pasta, 'o banco de dados não é o que foi copiado');
  }
  try {
    const { linhas, quebra, auditoria } = await examineDatabase(banco);
    if (quebra !== undefined || auditoria !== manifesto.auditoria) {
      return refuse(pasta, 'a cadeia da auditoria não confere');
    }
    const outra = Object.keys(manifesto.linhas).find(
      (nome) => linhas[nome] !== manifesto.linhas[nome],
    );
    if (outra) return refuse(pasta, `a tabela ${outra} não tem as linhas do manifesto`);
    return { pasta, manifesto };
  } catch (error) {
    if (error instanceof DatabaseDamaged) return refuse(pasta, 'o banco de dados está danificado');
    throw error;
  }
}
