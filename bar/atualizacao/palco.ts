/** An old installation, its upgrade in another process, and what is in it afterwards. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { openBanco } from '../../server/src/platform/db/banco.ts';
import { countLinhas, listEsquema } from '../../server/test/esquema.ts';
import { PROGRAM_ENV } from '../../server/test/processo.ts';
import { unpackVersao } from '../../server/test/versoes/abrir.ts';

const ATUALIZADOR = fileURLToPath(new URL('../atualizador.ts', import.meta.url));
/** The schema whose upgrade is disturbed, and the rows that make it take its time. */
export const VELHO = '0005';
const LINHAS = 10_000;

export interface SchemaState {
  esquema: string[];
  linhas: Record<string, number>;
}

/** The schema and the rows of a data folder or of a PostgreSQL. */
export async function readState(onde: string): Promise<SchemaState> {
  const db = openBanco(onde);
  try {
    return { esquema: await listEsquema(db), linhas: await countLinhas(db) };
  } finally {
    await db.destroy();
  }
}

export const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Makes an old installation with many vehicles and passages in an empty folder. */
export function createVelha(pasta: string): void {
  unpackVersao(VELHO, pasta);
  const sqlite = new Database(join(pasta, 'unipark.db'));
  const muitas = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${LINHAS})`;
  sqlite.exec(`
    insert into veiculos (placa, chave, status, status_ordem, modelo_ordem, cor_ordem, busca_propria,
      busca, versao, criado_em, atualizado_em)
    ${muitas} select 'Z' || i, 'Z' || i, 'PROÍBIDO', 'proibido', '', '', ' z' || i, ' z' || i, 1, '', '' from n;
    insert into passagens (placa, chave, status, instante, ultima_leitura_em, recebido_em, na_lista,
      teste, versao, busca)
    ${muitas} select 'Z' || i, 'Z' || i, 'proibido ', '2026-01-01T00', '', '', 0, 0, 1, ' z' || i from n;`);
  sqlite.close();
}

interface UpgradeMessage {
  fazendo?: string;
  erro?: string;
}

/** Starts an upgrade with the environment of `atualizador.ts`. */
export function startUpgrade(env: Record<string, string>) {
  const filho = fork(ATUALIZADOR, {
    env: { ...PROGRAM_ENV, ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ditas: string[] = [];
  const erros: string[] = [];
  let hear: () => void = () => undefined;
  filho.on('message', ({ fazendo, erro }: UpgradeMessage) => {
    if (erro !== undefined) erros.push(erro);
    if (fazendo !== undefined) ditas.push(fazendo);
    hear();
  });
  return {
    filho,
    /** The sentence of a failure. */
    erros,
    /** Resolves when it has ended. */
    fim: once(filho, 'exit') as Promise<[number | null]>,
    /** Resolves when it does this. @throws when it ends before */
    until: (inicio: string) =>
      new Promise<void>((pronto, falhou) => {
        filho.once('exit', (codigo) => falhou(new Error(`the upgrade ended with ${codigo}`)));
        hear = () => ditas.some((dita) => dita.startsWith(inicio)) && pronto();
        hear();
      }),
  };
}
