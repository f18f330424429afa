import type { Banco } from '../src/platform/db/banco.ts';

/** How many rows each statement of some work changed, without those that changed none. */
export async function changesOf(
  db: Banco,
  work: (db: Banco) => Promise<unknown>,
): Promise<number[]> {
  const mudadas: number[] = [];
  await work(
    db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.numAffectedRows) mudadas.push(Number(result.numAffectedRows));
        return result;
      },
    }),
  );
  return mudadas;
}
