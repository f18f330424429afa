/** One moment of a PostgreSQL, held open while other programs copy it. */
import { type MoveConnection, openConnection } from '../move/connection.ts';
import { quoteName } from '../move/source.ts';
import { PostgresServer } from '../postgres/server.ts';

/** Works on a connection of its own, without a limit of time. */
export async function withConnection<T>(
  endereco: string,
  work: (conexao: MoveConnection) => Promise<T>,
): Promise<T> {
  const server = new PostgresServer(endereco);
  try {
    const conexao = await openConnection(server);
    return await work(conexao).finally(() => conexao.close());
  } finally {
    await server.close();
  }
}

export interface DumpMoment extends MoveConnection {
  /** Its name, for other connections. */
  id: string;
  /** The schema of our tables. */
  esquema: string;
  /** The server's version, as 150018. */
  versao: number;
}

/** Works on what the database holds at one moment, while it is written. */
export const withMoment = <T>(
  endereco: string,
  work: (momento: DumpMoment) => Promise<T>,
): Promise<T> =>
  withConnection(endereco, async (conexao) => {
    const { run, readValue } = conexao;
    await run('set idle_in_transaction_session_timeout = 0');
    await run('begin isolation level repeatable read read only');
    const id = (await readValue('select pg_export_snapshot()')) ?? '';
    const esquema = (await readValue('select current_schema()')) ?? 'public';
    const versao = Number(await readValue('show server_version_num'));
    return work({ ...conexao, id, esquema, versao });
  });

/** What a moment holds, in the words of a backup's manifest. */
export interface MomentFacts {
  passos: string[];
  linhas: Record<string, number>;
  auditoria: string | null;
}

/** Answers the tables of our schema that belong to an extension, or those that belong to none. */
export const listTables = (deExtensao: 'exists' | 'not exists'): string =>
  `select relname, oid from pg_class c where relkind = 'r' and relnamespace = current_schema()::regnamespace
   and ${deExtensao} (select from pg_depend d
     where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;
const NOSSAS = listTables('not exists');

export const columnOf = (linhas: (string | null)[][]): string[] =>
  linhas.map(([valor]) => valor ?? '');

/** Migrations, rows of each table and the head of the audit's chain; none of `deixadas` is counted. */
export async function readFacts(
  { run, readValue }: MoveConnection,
  deixadas: readonly string[],
): Promise<MomentFacts> {
  const tabelas = columnOf(
    await run(`select relname from (${NOSSAS}) nossas where relname not like 'kysely%'`),
  ).sort();
  const linhas: Record<string, number> = {};
  for (const tabela of tabelas) {
    const contadas = deixadas.includes(tabela)
      ? 0
      : await readValue(`select count(*) from ${quoteName(tabela)}`);
    linhas[tabela] = Number(contadas);
  }
  const passos = columnOf(await run('select name from kysely_migration')).sort();
  const auditoria = await readValue('select hash from auditoria_cabeca where id = 1');
  return { passos, linhas, auditoria: auditoria ?? null };
}

/**
 * The bytes of the tables without their indexes: a dump of them is not larger. The audit is counted
 * three times, because reading the dump back writes it once more with the names of its columns.
 */
export const sizeOfTables = (endereco: string): Promise<number> =>
  withConnection(endereco, async ({ readValue }) =>
    Number(
      await readValue(
        `select coalesce(sum(pg_table_size(oid) * case relname when 'auditoria' then 3 else 1 end), 0)
         from (${NOSSAS}) nossas`,
      ),
    ),
  );

/** Rows of some tables; undefined where they do not exist. */
export const countServer = <T extends string>(
  endereco: string,
  tabelas: readonly T[],
): Promise<Record<T, number> | undefined> =>
  withConnection(endereco, async ({ readValue }) => {
    const linhas: [T, number][] = [];
    for (const tabela of tabelas) {
      const nome = quoteName(tabela);
      if ((await readValue('select to_regclass($1)', [nome])) === undefined) return undefined;
      linhas.push([tabela, Number(await readValue(`select count(*) from ${nome}`))]);
    }
    return Object.fromEntries(linhas) as Record<T, number>;
  });
