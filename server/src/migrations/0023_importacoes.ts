/** Imports of spreadsheets: the file in pieces, its rows with their verdicts, remembered columns. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('importacoes')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('tipo', 'text', (c) => c.notNull())
    .addColumn('nome', 'text', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('conta', 'text')
    // JSON: the author of the last act, for the work that it started.
    .addColumn('autor', 'text', (c) => c.notNull())
    .addColumn('fase', 'text', (c) => c.notNull())
    .addColumn('erro', 'text')
    // JSON, as are the warnings and the result.
    .addColumn('colunas', 'text', (c) => c.notNull())
    .addColumn('avisos', 'text', (c) => c.notNull())
    .addColumn('existentes', 'text', (c) => c.notNull())
    .addColumn('apagar_vazias', 'integer', (c) => c.notNull())
    .addColumn('linhas', 'integer', (c) => c.notNull())
    .addColumn('contagem', 'text', (c) => c.notNull())
    // Rows done in the present phase, and the last line of them.
    .addColumn('feitos', 'integer', (c) => c.notNull())
    .addColumn('ponto', 'integer', (c) => c.notNull())
    .addColumn('pedida_em', 'text', (c) => c.notNull())
    .addColumn('fase_desde', 'text')
    .addColumn('resultado', 'text', (c) => c.notNull())
    .addColumn('desfeitas', 'integer', (c) => c.notNull())
    .addColumn('mantidas', 'integer', (c) => c.notNull())
    .addColumn('criada_em', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('importacoes_fase_idx')
    .on('importacoes')
    .columns(['fase', 'pedida_em'])
    .execute();
  await schema
    .createTable('importacao_pedacos')
    .addColumn('importacao', 'integer', (c) => c.notNull().references('importacoes.id'))
    .addColumn('ordem', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'blob', (c) => c.notNull())
    .addPrimaryKeyConstraint('importacao_pedacos_pk', ['importacao', 'ordem'])
    .execute();
  await schema
    .createTable('importacao_linhas')
    .addColumn('importacao', 'integer', (c) => c.notNull().references('importacoes.id'))
    .addColumn('linha', 'integer', (c) => c.notNull())
    .addColumn('celulas', 'text', (c) => c.notNull())
    .addColumn('originais', 'text')
    .addColumn('marcas', 'text')
    .addColumn('chave', 'text')
    .addColumn('veredito', 'text')
    .addColumn('erros', 'text')
    .addColumn('avisos', 'text')
    .addColumn('mudancas', 'text')
    // What became of it, the version that it wrote, and the record before, for undoing.
    .addColumn('feito', 'text')
    .addColumn('motivo', 'text')
    .addColumn('versao', 'integer')
    .addColumn('anterior', 'text')
    .addPrimaryKeyConstraint('importacao_linhas_pk', ['importacao', 'linha'])
    .execute();
  for (const coluna of ['veredito', 'chave', 'feito']) {
    await schema
      .createIndex(`importacao_linhas_${coluna}_idx`)
      .on('importacao_linhas')
      .columns(['importacao', coluna, 'linha'])
      .execute();
  }
  await schema
    .createTable('importacao_colunas')
    .addColumn('conta', 'text', (c) => c.notNull())
    .addColumn('tipo', 'text', (c) => c.notNull())
    // SHA-256 of the headings.
    .addColumn('titulos', 'text', (c) => c.notNull())
    .addColumn('campos', 'text', (c) => c.notNull())
    .addColumn('usada_em', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('importacao_colunas_pk', ['conta', 'tipo', 'titulos'])
    .execute();
  await sql`create index importacao_colunas_usada_idx on importacao_colunas (usada_em)`.execute(db);
}
