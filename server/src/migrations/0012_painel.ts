/** Indexes for the home page: entries by hour, and what is new this week. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index passagens_sentido_instante_idx on passagens (sentido, instante)
    where sentido is not null and teste = 0`.execute(db);
  for (const tabela of ['veiculos', 'proprietarios']) {
    await db.schema.createIndex(`${tabela}_criado_em_idx`).on(tabela).column('criado_em').execute();
  }
}
