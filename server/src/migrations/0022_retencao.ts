/** The first cleaning of old passages waits a week: time to read about it and to choose periods. */
import { type Kysely, sql } from 'kysely';
import { nowMs } from '../platform/clock.ts';

const SEMANA_MS = 7 * 86_400_000;

export async function up(db: Kysely<unknown>): Promise<void> {
  const desde = new Date(nowMs() + SEMANA_MS).toISOString();
  await sql`insert into ajustes (nome, valor) values ('retencao.desde', ${desde})`.execute(db);
}
