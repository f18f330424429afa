/** Devices that are called when an alarm is raised (Web Push). */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('aparelhos')
    // SHA-256 of the endpoint.
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('conta', 'text', (c) => c.notNull().references('contas.id').onDelete('cascade'))
    // The session that subscribed: its end removes the row, its expiry does not.
    .addColumn('sid', 'text', (c) => c.notNull())
    .addColumn('endpoint', 'text', (c) => c.notNull())
    .addColumn('p256dh', 'text', (c) => c.notNull())
    .addColumn('auth', 'text', (c) => c.notNull())
    .addColumn('agente', 'text')
    // Quiet hours in São Paulo, HH:MM.
    .addColumn('silencio_de', 'text')
    .addColumn('silencio_ate', 'text')
    .addColumn('criado_em', 'text', (c) => c.notNull())
    // When the browser last showed the page to this account.
    .addColumn('visto_em', 'text', (c) => c.notNull())
    .addColumn('enviado_em', 'text')
    .addColumn('falhas', 'integer', (c) => c.notNull())
    .addColumn('pausado_ate', 'text')
    .execute();
  await schema.createIndex('aparelhos_conta_idx').on('aparelhos').column('conta').execute();
  await schema.createIndex('aparelhos_sid_idx').on('aparelhos').column('sid').execute();
}
