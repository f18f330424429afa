/** Row counts stored beside the tables, because counting a hundred thousand rows is slow. */
import { sql } from 'kysely';
import type { Banco, Transacao } from './banco.ts';

type CountedTable = 'proprietarios' | 'veiculos';

/** Changes a count by `delta`, in the transaction that adds or removes the row. */
export async function addToCount(
  trx: Transacao,
  tabela: CountedTable,
  delta: number,
): Promise<void> {
  await trx
    .updateTable('contagens')
    .set({ total: sql<number>`total + ${delta}` })
    .where('tabela', '=', tabela)
    .execute();
}

/** How many rows a table has. */
export async function totalOf(db: Banco, tabela: CountedTable): Promise<number> {
  const { total } = await db
    .selectFrom('contagens')
    .select('total')
    .where('tabela', '=', tabela)
    .executeTakeFirstOrThrow();
  return total;
}
