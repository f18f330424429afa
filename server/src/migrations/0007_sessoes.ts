/** Sessions and signing keys in our own tables. The old ones end: people sign in again. */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const antiga of ['session', 'verification', 'jwks']) {
    await schema.dropTable(antiga).execute();
  }
  await schema
    .createTable('sessoes')
    .addColumn('sid', 'text', (c) => c.primaryKey().notNull())
    .addColumn('conta', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    // SHA-256 of the cookie's value.
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('agente', 'text')
    .addColumn('endereco', 'text')
    .addColumn('criada_em', 'text', (c) => c.notNull())
    .addColumn('vista_em', 'text', (c) => c.notNull())
    .addColumn('expira_em', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('sessoes_conta_idx').on('sessoes').column('conta').execute();
  await schema.createIndex('sessoes_expira_em_idx').on('sessoes').column('expira_em').execute();
  await schema
    .createTable('chaves_assinatura')
    .addColumn('kid', 'text', (c) => c.primaryKey().notNull())
    // JWK (RFC 8037).
    .addColumn('publica', 'text', (c) => c.notNull())
    // JWK, encrypted with the installation's secret.
    .addColumn('privada', 'text', (c) => c.notNull())
    .addColumn('criada_em', 'text', (c) => c.notNull())
    .execute();
}
