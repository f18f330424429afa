/**
 * Retention cuts the beginning of the audit, and leaves a passage that is kept until a day. The
 * passages of each car in a month are counted.
 */
import { type Kysely, sql } from 'kysely';
import { MESES_DE_TODAS, monthCountSql } from '../platform/db/months.ts';
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
  await schema
    .createTable('passagens_meses')
    .addColumn('mes', 'text', (c) => c.notNull())
    .addColumn('chave', 'text', (c) => c.notNull())
    .addColumn('sentido', 'text', (c) => c.notNull())
    .addColumn('total', 'integer', (c) => c.notNull())
    // By car first: a report reads each car once, with all its months.
    .addPrimaryKeyConstraint('passagens_meses_pk', ['chave', 'mes', 'sentido'])
    .execute();
  for (const comando of [MESES_DE_TODAS, ...monthCountSql(db)]) {
    await sql.raw(comando).execute(db);
  }
}
