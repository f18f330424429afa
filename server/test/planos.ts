import { test } from 'vitest';
import { type Banco, inTransaction, type Transacao } from '../src/platform/db/banco.ts';

/** A test of plans or triggers in SQLite's own words: PostgreSQL has others. */
export const testOfSqlite = test.runIf(process.env.UNIPARK_TESTE_BANCO !== 'postgres');

/** A test of what only PostgreSQL does. */
export const testOfPostgres = test.runIf(process.env.UNIPARK_TESTE_BANCO === 'postgres');

/** The query plan of every statement of some work, one line a step. */
export function plansOf(db: Banco, work: (trx: Transacao) => Promise<unknown>): Promise<string[]> {
  return inTransaction(db, async (trx) => {
    const executor = trx.getExecutor();
    const comandos: ReturnType<typeof executor.compileQuery>[] = [];
    await work(
      trx.withPlugin({
        transformQuery({ node, queryId }) {
          comandos.push(executor.compileQuery(node, queryId));
          return node;
        },
        transformResult: async ({ result }) => result,
      }),
    );
    const passos: string[] = [];
    for (const comando of comandos) {
      const { rows } = await trx.executeQuery<{ detail: string }>({
        ...comando,
        sql: `explain query plan ${comando.sql}`,
      });
      passos.push(...rows.map(({ detail }) => detail));
    }
    return passos;
  });
}
