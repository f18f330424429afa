/** One act on many vehicles, and its slices: what each vehicle was, for undoing. */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('lotes_veiculos')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('ato', 'text', (c) => c.notNull())
    .addColumn('status', 'text')
    .addColumn('motivo', 'text')
    .addColumn('proprietario_matricula', 'text')
    .addColumn('conta', 'text')
    // JSON: the author of the last request, for the work that it started.
    .addColumn('autor', 'text', (c) => c.notNull())
    .addColumn('fase', 'text', (c) => c.notNull())
    .addColumn('erro', 'text')
    .addColumn('total', 'integer', (c) => c.notNull())
    .addColumn('feitos', 'integer', (c) => c.notNull())
    .addColumn('alterados', 'integer', (c) => c.notNull())
    .addColumn('iguais', 'integer', (c) => c.notNull())
    .addColumn('recusados', 'integer', (c) => c.notNull())
    .addColumn('desfeitos', 'integer', (c) => c.notNull())
    .addColumn('mantidos', 'integer', (c) => c.notNull())
    .addColumn('pedido_em', 'text', (c) => c.notNull())
    .addColumn('criado_em', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('lotes_veiculos_fase_idx')
    .on('lotes_veiculos')
    .columns(['fase', 'pedido_em'])
    .execute();
  await schema
    .createTable('lotes_veiculos_fatias')
    .addColumn('lote', 'integer', (c) => c.notNull().references('lotes_veiculos.id'))
    .addColumn('ordem', 'integer', (c) => c.notNull())
    // JSON: plates with their versions; what became of each; what undoing made of each.
    .addColumn('alvos', 'text', (c) => c.notNull())
    .addColumn('feitos', 'text')
    .addColumn('desfeitos', 'text')
    .addPrimaryKeyConstraint('lotes_veiculos_fatias_pk', ['lote', 'ordem'])
    .execute();
}
