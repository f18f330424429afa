/** The state of a copy, in the database that receives it: which file, and how far each table is. */
import { sql } from 'kysely';
import { StartError } from '../../../config/leitor.ts';
import { type Banco, postgresOf } from '../banco.ts';
import { CONTA_NOVAS } from '../hours.ts';
import { MESES_NOVAS } from '../months.ts';
import type { MoveConnection } from './connection.ts';
import { quoteName } from './source.ts';

/** Exists from the first row of a copy to its successful end. */
const TABELA = 'transferencia';
/** The setting that a complete copy leaves. */
const FEITA = 'transferencia.feita';
/** The name of the row with the state of the file that is copied. */
const ORIGEM = '';

/** What a start fills in an empty database. Rows of any other table are of an installation in use. */
const DO_INICIO = [
  'ajustes',
  'auditoria_cabeca',
  'catalogo_edicoes',
  'chaves_assinatura',
  'cidades',
  'contagens',
  'fipe_anos',
  'fipe_marcas',
  'fipe_modelos',
  'kysely_migration',
  'kysely_migration_lock',
  'links',
];

/** How far the copy of a table is. */
export interface TableProgress {
  /** The last copied row of the file. */
  ate: string;
  linhas: number;
  /** Texts with a character that PostgreSQL does not hold, which was replaced. */
  trocados: number;
}

/** A server would give new numbers to rows that are not copied yet. @throws {StartError} */
export async function refuseUnfinished(db: Banco): Promise<void> {
  if (!postgresOf(db)) return;
  const { rows } = await sql`select 1 where to_regclass(${TABELA}) is not null`.execute(db);
  if (rows.length === 0) return;
  throw new StartError(
    'A cópia para este PostgreSQL não terminou. Repita: npm run unipark -- db move',
  );
}

const exists = async ({ readValue }: MoveConnection, tabela: string): Promise<boolean> =>
  (await readValue('select to_regclass($1)', [quoteName(tabela)])) !== undefined;

const readNote = ({ readValue }: MoveConnection, nome: string): Promise<string | undefined> =>
  readValue(`select valor from ${TABELA} where nome = $1`, [nome]);

const writeNote = async ({ run }: MoveConnection, nome: string, valor: string): Promise<void> => {
  await run(
    `insert into ${TABELA} (nome, valor) values ($1, $2)
     on conflict (nome) do update set valor = excluded.valor`,
    [nome, valor],
  );
};

/** The state of the file of an unfinished copy; undefined without one. */
export const readOrigem = async (para: MoveConnection): Promise<string | undefined> =>
  (await exists(para, TABELA)) ? readNote(para, ORIGEM) : undefined;

/** The state of the file of a complete copy. */
export const readFeita = async (para: MoveConnection): Promise<string | undefined> =>
  (await exists(para, 'ajustes'))
    ? para.readValue('select valor from ajustes where nome = $1', [FEITA])
    : undefined;

/** A table with rows that no start makes. */
export async function findUsed({ run, readValue }: MoveConnection): Promise<string | undefined> {
  const tabelas = await run(
    `select table_name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`,
  );
  for (const [tabela] of tabelas) {
    if (!tabela || DO_INICIO.includes(tabela)) continue;
    if (await readValue(`select 1 from ${quoteName(tabela)} limit 1`)) return tabela;
  }
  return undefined;
}

/** Whether copied passages are counted: not while their counts are copied too. */
const setCounting = async (
  { run }: MoveConnection,
  estado: 'enable' | 'disable',
): Promise<void> => {
  for (const { tabela, nome } of [CONTA_NOVAS, MESES_NOVAS]) {
    await run(`alter table ${tabela} ${estado} trigger ${nome}`);
  }
};

/** Removes what a start made, and notes which file is copied. `tabelas`: in the order of copying. */
export const beginCopy = (para: MoveConnection, origem: string, tabelas: string[]): Promise<void> =>
  para.inOne(async () => {
    await para.run(`create table ${TABELA} (nome text primary key, valor text not null)`);
    for (const tabela of tabelas.toReversed()) {
      if (DO_INICIO.includes(tabela)) await para.run(`delete from ${quoteName(tabela)}`);
    }
    await setCounting(para, 'disable');
    await writeNote(para, ORIGEM, origem);
  });

export async function readProgress(
  para: MoveConnection,
  tabela: string,
): Promise<TableProgress | undefined> {
  const valor = await readNote(para, tabela);
  return valor === undefined ? undefined : JSON.parse(valor);
}

export const writeProgress = (
  para: MoveConnection,
  tabela: string,
  ate: TableProgress,
): Promise<void> => writeNote(para, tabela, JSON.stringify(ate));

/** Ends the copy: from now on a server may start. */
export const finishCopy = (para: MoveConnection, origem: string): Promise<void> =>
  para.inOne(async () => {
    await para.run(`drop table ${TABELA}`);
    await setCounting(para, 'enable');
    await para.run(
      `insert into ajustes (nome, valor) values ($1, $2)
       on conflict (nome) do update set valor = excluded.valor`,
      [FEITA, origem],
    );
  });
