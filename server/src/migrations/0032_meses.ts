/** The passages of each car in a month are counted, with both directions in one row. */
import { type Kysely, sql } from 'kysely';
import { MESES_DE_TODAS, monthCountSql } from '../platform/db/months.ts';
import { dropRowTriggerSql } from '../platform/db/triggers.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  // 0031 made it with a row for each direction.
  for (const ato of ['insert', 'update', 'delete']) {
    for (const comando of dropRowTriggerSql(db, `passagens_meses_${ato}`, 'passagens')) {
      await sql.raw(comando).execute(db);
    }
  }
  await db.schema.dropTable('passagens_meses').ifExists().execute();
  await db.schema
    .createTable('passagens_meses')
    .addColumn('chave', 'text', (c) => c.notNull())
    .addColumn('mes', 'text', (c) => c.notNull())
    .addColumn('total', 'integer', (c) => c.notNull())
    .addColumn('entradas', 'integer', (c) => c.notNull())
    .addColumn('saidas', 'integer', (c) => c.notNull())
    // By car first: a report reads each car once, with all its months.
    .addPrimaryKeyConstraint('passagens_meses_pk', ['chave', 'mes'])
    .execute();
  for (const comando of [MESES_DE_TODAS, ...monthCountSql(db)]) {
    await sql.raw(comando).execute(db);
  }
}
