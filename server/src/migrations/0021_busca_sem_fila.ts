/**
 * PostgreSQL's trigram indexes take each write at once. With their queue of pending entries, one
 * write of many waited up to a second while it emptied the queue (`fastupdate` of GIN indexes).
 */
import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../platform/db/dialect.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return;
  for (const tabela of ['proprietarios', 'veiculos', 'passagens']) {
    const indice = `${tabela}_busca_idx`;
    await sql`alter index ${sql.ref(indice)} set (fastupdate = off)`.execute(db);
    await sql`select gin_clean_pending_list(${sql.lit(indice)}::regclass)`.execute(db);
  }
}
