/** Row counts kept by the database, also of the vehicles' filters, and an index for each pair of filters. */
import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import { FACETAS, facetCountSql, rowCountSql } from '../platform/db/counts.ts';

const PARES = [
  ['status_ordem', 'cor_ordem', 'placa'],
  ['status_ordem', 'tipo', 'placa'],
  ['tipo', 'cor_ordem', 'placa'],
];

export async function up(db: Kysely<unknown>): Promise<void> {
  let tabela: CreateTableBuilder<string, string> = db.schema
    .createTable('veiculos_facetas')
    .addColumn('total', 'integer', (c) => c.notNull());
  for (const coluna of FACETAS) tabela = tabela.addColumn(coluna, 'text', (c) => c.notNull());
  await tabela.addPrimaryKeyConstraint('veiculos_facetas_pk', [...FACETAS]).execute();
  await sql`insert into veiculos_facetas (status_ordem, tipo, cor_ordem, dono, total)
    select status_ordem, coalesce(tipo, ''), cor_ordem,
      case when proprietario_matricula is null then 'sem' else 'com' end, count(*)
    from veiculos group by 1, 2, 3, 4`.execute(db);
  const comandos = ['veiculos', 'proprietarios'].flatMap((tabela) => rowCountSql(db, tabela));
  comandos.push(...facetCountSql(db));
  for (const comando of comandos) await sql.raw(comando).execute(db);
  for (const colunas of PARES) {
    const nome = `veiculos_${colunas.join('_')}_idx`;
    await db.schema.createIndex(nome).on('veiculos').columns(colunas).execute();
  }
}
