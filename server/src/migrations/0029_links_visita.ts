/** Links that hosts give to visitors, and the link of a pass. */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('links_visita')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('anfitriao', 'text', (c) => c.notNull())
    .addColumn('destino', 'text', (c) => c.notNull())
    .addColumn('de', 'text', (c) => c.notNull())
    .addColumn('ate', 'text', (c) => c.notNull())
    .addColumn('usos_maximo', 'integer', (c) => c.notNull())
    .addColumn('usos', 'integer', (c) => c.notNull())
    .addColumn('criado_em', 'text', (c) => c.notNull())
    .addColumn('revogado_em', 'text')
    .execute();
  await schema.createIndex('links_visita_ate_idx').on('links_visita').columns(['ate']).execute();
  await schema.alterTable('visitantes').addColumn('link', 'integer').execute();
}
