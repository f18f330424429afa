/** Indexes for the home page: entries by hour, the last alarms, and what is new this week. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index passagens_sentido_instante_idx on passagens (sentido, instante)
    where sentido is not null and teste = 0`.execute(db);
  await sql`create index passagens_alerta_idx on passagens (id) where alerta is not null`.execute(
    db,
  );
  for (const tabela of ['veiculos', 'proprietarios']) {
    await db.schema.createIndex(`${tabela}_criado_em_idx`).on(tabela).column('criado_em').execute();
  }
}
