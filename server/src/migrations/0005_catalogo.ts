/** The catalogue in editions, the providers' answers, and why a vehicle is PROIBIDO. */
import { type CreateTableBuilder, type Kysely, type SchemaModule, sql } from 'kysely';

/** Its rows came with the release and are filled again at the next start. */
async function replaceNivel(schema: SchemaModule, nome: string, pais: string[]): Promise<void> {
  await schema.dropTable(nome).execute();
  let tabela: CreateTableBuilder<string, string> = schema
    .createTable(nome)
    .addColumn('edicao', 'integer', (c) => c.notNull().references('catalogo_edicoes.id'));
  for (const coluna of [...pais, 'codigo', 'nome']) {
    tabela = tabela.addColumn(coluna, 'text', (c) => c.notNull());
  }
  await tabela
    .addColumn('posicao', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint(`${nome}_pk`, ['edicao', ...pais, 'codigo'])
    .execute();
}

async function createEdicoes(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('catalogo_edicoes')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('origem', 'text', (c) => c.notNull())
    .addColumn('referencia', 'text')
    .addColumn('situacao', 'text', (c) => c.notNull())
    .addColumn('arquivo_hash', 'text')
    .addColumn('feitos', 'integer', (c) => c.notNull())
    .addColumn('total', 'integer')
    .addColumn('marcas', 'integer', (c) => c.notNull())
    .addColumn('modelos', 'integer', (c) => c.notNull())
    .addColumn('anos', 'integer', (c) => c.notNull())
    .addColumn('criada_em', 'text', (c) => c.notNull())
    .addColumn('viva_em', 'text', (c) => c.notNull())
    .addColumn('dono', 'text')
    .addColumn('ativada_em', 'text')
    .execute();
  await schema
    .createTable('catalogo_niveis')
    .addColumn('edicao', 'integer', (c) => c.notNull().references('catalogo_edicoes.id'))
    .addColumn('tipo', 'text', (c) => c.notNull())
    .addColumn('marca', 'text', (c) => c.notNull())
    .addColumn('modelo', 'text', (c) => c.notNull())
    .addColumn('achados', 'integer', (c) => c.notNull())
    .addColumn('consultado_em', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('catalogo_niveis_pk', ['edicao', 'tipo', 'marca', 'modelo'])
    .execute();
  await schema
    .createTable('catalogo_ocorrencias')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('quando', 'text', (c) => c.notNull())
    .addColumn('provedor', 'text')
    .addColumn('motivo', 'text', (c) => c.notNull())
    .execute();
}

/** One edition in use and one unfinished at most: the database refuses a second one. */
const UNICAS = [
  `create unique index catalogo_ativa_idx on catalogo_edicoes (situacao) where situacao = 'ativa'`,
  `create unique index catalogo_montando_idx on catalogo_edicoes (situacao) where situacao = 'montando'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await createEdicoes(schema);
  await replaceNivel(schema, 'fipe_marcas', ['tipo']);
  await replaceNivel(schema, 'fipe_modelos', ['tipo', 'marca']);
  await replaceNivel(schema, 'fipe_anos', ['tipo', 'marca', 'modelo']);
  for (const indice of UNICAS) await sql.raw(indice).execute(db);
  await sql`delete from ajustes where nome = 'catalogo'`.execute(db);
  await schema.alterTable('veiculos').addColumn('motivo', 'text').execute();
}
