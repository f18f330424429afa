/** Passages of each hour and their range of ids, kept by the database. */
import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import { HORAS, HORAS_DE_TODAS, hourCountSql } from '../platform/db/hours.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const nomes = Object.keys(HORAS);
  let tabela: CreateTableBuilder<string, string> = db.schema.createTable('passagens_horas');
  for (const nome of nomes) tabela = tabela.addColumn(nome, 'text', (c) => c.notNull());
  await tabela
    .addColumn('total', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('passagens_horas_pk', nomes as never[])
    .execute();
  await db.schema
    .createTable('passagens_vaos')
    .addColumn('hora', 'text', (c) => c.primaryKey().notNull())
    .addColumn('primeira', 'integer', (c) => c.notNull())
    .addColumn('ultima', 'integer', (c) => c.notNull())
    .execute();
  for (const comando of [...HORAS_DE_TODAS, ...hourCountSql(db)])
    await sql.raw(comando).execute(db);
  // Entries are counted by the new table, and no other query names both of its columns.
  await db.schema.dropIndex('passagens_sentido_instante_idx').execute();
}
