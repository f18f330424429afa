/** Erases for good: what a deleted row leaves in the database's file is overwritten. */
import { sql } from 'kysely';
import { type Banco, filesOf, inTransaction, type Transacao } from './banco.ts';
import { isPostgres } from './dialect.ts';
import type { SearchableTable } from './search.ts';
import { breathe } from './slices.ts';

/** Runs a change whose old values are overwritten with zeros. PostgreSQL's vacuum removes its own. */
export async function erasing<T>(trx: Transacao, work: () => Promise<T>): Promise<T> {
  if (isPostgres(trx)) return work();
  await sql`pragma secure_delete = on`.execute(trx);
  try {
    return await work();
  } finally {
    await sql`pragma secure_delete = fast`.execute(trx);
  }
}

/** Pages of the index that are merged in one transaction. */
const PAGINAS = 200;
const TABELAS: SearchableTable[] = ['proprietarios', 'veiculos', 'passagens'];

/**
 * Removes what the search indexes keep of rows that changed: SQLite's hold it until they are merged.
 */
export async function mergeSearch(db: Banco): Promise<void> {
  if (isPostgres(db)) return;
  for (const tabela of TABELAS) {
    const fts = sql.table(`${tabela}_fts`);
    const merge = (paginas: number) =>
      inTransaction(db, (trx) =>
        erasing(trx, async () => {
          const changes = async () =>
            Number((await sql<{ n: number }>`select total_changes() as n`.execute(trx)).rows[0]?.n);
          const antes = await changes();
          await sql`insert into ${fts}(${fts}, rank) values ('merge', ${paginas})`.execute(trx);
          return (await changes()) - antes;
        }),
      );
    // A negative number begins to merge all segments into one; fewer than two changes: it is done.
    for (let mudadas = await merge(-PAGINAS); mudadas >= 2; mudadas = await merge(PAGINAS)) {
      await breathe();
    }
  }
}

/** Empties the log of SQLite into its file: old values stay in both until then. */
export const foldLog = async (db: Banco): Promise<void> => filesOf(db)?.foldLog();
