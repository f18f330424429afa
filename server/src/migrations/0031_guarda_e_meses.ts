/**
 * Retention cuts the beginning of the audit, and leaves a passage that is kept until a day. The counts
 * of cars by month, which this one made before, are those of 0032.
 */
import { type Kysely, sql } from 'kysely';
import { anchoredSql } from '../platform/db/triggers.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('auditoria_cabeca')
    .addColumn('cortada_ate', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema
    .alterTable('auditoria_cabeca')
    .addColumn('cortada_hash', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await schema
    .alterTable('auditoria_cabeca')
    .addColumn('cortadas', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema.alterTable('auditoria_cabeca').addColumn('cortada_em', 'text').execute();
  const ate = 'select cortada_ate from auditoria_cabeca where id = 1';
  for (const comando of anchoredSql(db, 'auditoria', { coluna: 'id', ate })) {
    await sql.raw(comando).execute(db);
  }
  await schema.alterTable('passagens').addColumn('reter_ate', 'text').execute();
  await schema.alterTable('passagens').addColumn('reter_motivo', 'text').execute();
  await schema
    .createIndex('passagens_reter_ate_idx')
    .on('passagens')
    .column('reter_ate')
    .where(sql.ref('reter_ate'), 'is not', null)
    .execute();
}
