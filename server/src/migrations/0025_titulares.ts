/** The texts of an audit row that may name a person can be erased, and nothing else of it. */
import { type Kysely, sql } from 'kysely';
import { erasableSql } from '../platform/db/triggers.ts';

/** What stays of an erased row. */
const FICAM = [
  ...['id', 'quando', 'quem', 'endereco', 'pedido', 'acao', 'entidade'],
  ...['detalhe_hash', 'hash', 'forma', 'chave_hash'],
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('auditoria')
    // The rows of earlier releases are of the first form.
    .addColumn('forma', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('auditoria').addColumn('sal', 'text').execute();
  await db.schema.alterTable('auditoria').addColumn('chave_hash', 'text').execute();
  await db.schema
    .alterTable('auditoria')
    .addColumn('apagada', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  const comandos = erasableSql(db, 'auditoria', {
    ficam: FICAM,
    apagada: `new.apagada = 1 and old.apagada = 0 and new.chave = 'anonimizado'
      and new.motivo is null and new.sal is null`,
  });
  for (const comando of comandos) await sql.raw(comando).execute(db);
}
