/** Row counts kept beside the tables, so that nobody counts a hundred thousand rows. */
import { sql } from 'kysely';
import type { Banco, Transacao } from './banco.ts';

type Contada = 'proprietarios' | 'veiculos';

/** Moves a count by `delta`, in the transaction that adds or removes the row. */
export async function addToCount(trx: Transacao, tabela: Contada, delta: number): Promise<void> {
  await trx
    .updateTable('contagens')
    .set({ total: sql<number>`total + ${delta}` })
    .where('tabela', '=', tabela)
    .execute();
}

/** How many rows a table has. */
export async function totalOf(db: Banco, tabela: Contada): Promise<number> {
  const { total } = await db
    .selectFrom('contagens')
    .select('total')
    .where('tabela', '=', tabela)
    .executeTakeFirstOrThrow();
  return total;
}
