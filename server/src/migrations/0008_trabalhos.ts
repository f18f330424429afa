/** Long work in one table: its worker, its progress, its result. The editions' own leases end. */
import { type Kysely, sql } from 'kysely';

/** One open row for each group: the database refuses a second worker. */
const ABERTO = `create unique index trabalhos_aberto_idx on trabalhos (grupo)
  where situacao in ('espera', 'rodando')`;

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('trabalhos')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('tipo', 'text', (c) => c.notNull())
    .addColumn('grupo', 'text', (c) => c.notNull())
    // JSON, as are the author and the result.
    .addColumn('parametros', 'text', (c) => c.notNull())
    .addColumn('autor', 'text', (c) => c.notNull())
    .addColumn('situacao', 'text', (c) => c.notNull())
    .addColumn('dono', 'text')
    .addColumn('vivo_em', 'text', (c) => c.notNull())
    .addColumn('quedas', 'integer', (c) => c.notNull())
    .addColumn('feitos', 'integer', (c) => c.notNull())
    .addColumn('total', 'integer')
    .addColumn('resultado', 'text')
    .addColumn('criado_em', 'text', (c) => c.notNull())
    .addColumn('terminado_em', 'text')
    .execute();
  await sql.raw(ABERTO).execute(db);
  // An import is not continued: its file is read again from the start.
  await sql`update catalogo_edicoes set situacao = 'antiga'
    where situacao = 'montando' and origem = 'arquivo'`.execute(db);
  await sql`delete from ajustes where nome = 'catalogo.pausada'`.execute(db);
  await schema.dropIndex('catalogo_montando_idx').execute();
  for (const coluna of ['arquivo_hash', 'feitos', 'total', 'viva_em', 'dono']) {
    await schema.alterTable('catalogo_edicoes').dropColumn(coluna).execute();
  }
}
