import { CompiledQuery } from 'kysely';
import type { Banco } from '../src/platform/db/banco.ts';

/** The rows of an SQL statement, for checks that no feature makes. */
export async function query<Row>(
  db: Banco,
  text: string,
  parameters: unknown[] = [],
): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, parameters))).rows;
}
