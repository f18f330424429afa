/** Owners, vehicles, passages with their readings, the event log and the audit trail. */
import { type CreateTableBuilder, type Kysely, type SchemaModule, sql } from 'kysely';
import { searchIndexSql } from '../platform/db/search.ts';
import { appendOnlySql } from '../platform/db/triggers.ts';

const createNumbered = (schema: SchemaModule, tabela: string) =>
  schema.createTable(tabela).addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement());

async function createCadastro(db: Kysely<unknown>): Promise<void> {
  await createNumbered(db.schema, 'proprietarios')
    .addColumn('matricula', 'text', (c) => c.notNull().unique())
    .addColumn('nome', 'text', (c) => c.notNull())
    .addColumn('nome_ordem', 'text', (c) => c.notNull())
    .addColumn('busca', 'text', (c) => c.notNull())
    .addColumn('versao', 'integer', (c) => c.notNull())
    .addColumn('criado_em', 'text', (c) => c.notNull())
    .addColumn('atualizado_em', 'text', (c) => c.notNull())
    .execute();
  await createNumbered(db.schema, 'veiculos')
    .addColumn('placa', 'text', (c) => c.notNull().unique())
    .addColumn('chave', 'text', (c) => c.notNull())
    .addColumn('tipo', 'text')
    .addColumn('marca', 'text')
    .addColumn('modelo', 'text')
    .addColumn('ano', 'text')
    .addColumn('cor', 'text')
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('proprietario_matricula', 'text', (c) => c.references('proprietarios.matricula'))
    .addColumn('cidade', 'text')
    .addColumn('estado', 'text')
    .addColumn('modelo_ordem', 'text', (c) => c.notNull())
    .addColumn('cor_ordem', 'text', (c) => c.notNull())
    .addColumn('status_ordem', 'text', (c) => c.notNull())
    .addColumn('busca_propria', 'text', (c) => c.notNull())
    .addColumn('busca', 'text', (c) => c.notNull())
    .addColumn('versao', 'integer', (c) => c.notNull())
    .addColumn('criado_em', 'text', (c) => c.notNull())
    .addColumn('atualizado_em', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('contagens')
    .addColumn('tabela', 'text', (c) => c.primaryKey())
    .addColumn('total', 'integer', (c) => c.notNull())
    .execute();
  await sql`insert into contagens (tabela, total) values ('proprietarios', 0), ('veiculos', 0)`.execute(
    db,
  );
}

async function createPassagens(db: Kysely<unknown>): Promise<void> {
  await createNumbered(db.schema, 'passagens')
    .addColumn('placa', 'text', (c) => c.notNull())
    .addColumn('chave', 'text', (c) => c.notNull())
    .addColumn('leitura_id', 'integer')
    .addColumn('camera', 'text')
    .addColumn('sentido', 'text')
    .addColumn('instante', 'text', (c) => c.notNull())
    .addColumn('ultima_leitura_em', 'text', (c) => c.notNull())
    .addColumn('recebido_em', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('modelo', 'text')
    .addColumn('na_lista', 'integer', (c) => c.notNull())
    .addColumn('teste', 'integer', (c) => c.notNull())
    .addColumn('ciente_por', 'text')
    .addColumn('ciente_em', 'text')
    .addColumn('versao', 'integer', (c) => c.notNull())
    .execute();
  await createNumbered(db.schema, 'leituras')
    .addColumn('passagem_id', 'integer', (c) => c.notNull().references('passagens.id'))
    .addColumn('dispositivo', 'text')
    .addColumn('dialeto', 'text', (c) => c.notNull())
    .addColumn('evento_id', 'text')
    .addColumn('camera', 'text')
    .addColumn('placa_lida', 'text', (c) => c.notNull())
    .addColumn('placa', 'text')
    .addColumn('chave', 'text')
    .addColumn('confianca', 'real')
    .addColumn('candidatas', 'text')
    .addColumn('instante', 'text', (c) => c.notNull())
    .addColumn('instante_dispositivo', 'text')
    .addColumn('recebido_em', 'text', (c) => c.notNull())
    .addColumn('sentido', 'text')
    .addColumn('veiculo', 'text')
    .addColumn('caixa', 'text')
    .addColumn('casamento', 'text', (c) => c.notNull())
    .addColumn('atrasada', 'integer', (c) => c.notNull())
    .addColumn('bruto', 'text')
    .execute();
  await createNumbered(db.schema, 'imagens')
    .addColumn('leitura_id', 'integer', (c) => c.notNull().references('leituras.id'))
    .addColumn('papel', 'text', (c) => c.notNull())
    .addColumn('jpeg', 'blob', (c) => c.notNull())
    .addColumn('criado_em', 'text', (c) => c.notNull())
    .execute();
}

async function createRegistros(db: Kysely<unknown>): Promise<void> {
  await createNumbered(db.schema, 'eventos')
    .addColumn('tipo', 'text', (c) => c.notNull())
    .addColumn('dados', 'text', (c) => c.notNull())
    .addColumn('criado_em', 'text', (c) => c.notNull())
    .execute();
  await createNumbered(db.schema, 'auditoria')
    .addColumn('quando', 'text', (c) => c.notNull())
    .addColumn('quem', 'text')
    .addColumn('endereco', 'text')
    .addColumn('pedido', 'text')
    .addColumn('acao', 'text', (c) => c.notNull())
    .addColumn('entidade', 'text', (c) => c.notNull())
    .addColumn('chave', 'text', (c) => c.notNull())
    .addColumn('motivo', 'text')
    .addColumn('detalhe_hash', 'text')
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('auditoria_detalhes')
    .addColumn('auditoria_id', 'integer', (c) => c.primaryKey().references('auditoria.id'))
    .addColumn('sal', 'text', (c) => c.notNull())
    .addColumn('detalhe', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('auditoria_cabeca')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute();
  await sql`insert into auditoria_cabeca (id, hash) values (1, '')`.execute(db);
  await db.schema
    .createTable('idempotencia')
    .addColumn('autor', 'text', (c) => c.notNull())
    .addColumn('rota', 'text', (c) => c.notNull())
    .addColumn('chave', 'text', (c) => c.notNull())
    .addColumn('corpo_hash', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('resposta', 'text', (c) => c.notNull())
    .addColumn('criado_em', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotencia_pk', ['autor', 'rota', 'chave'])
    .execute();
  await db.schema
    .createTable('ajustes')
    .addColumn('nome', 'text', (c) => c.primaryKey())
    .addColumn('valor', 'text', (c) => c.notNull())
    .execute();
}

async function createCatalogos(db: Kysely<unknown>): Promise<void> {
  await createNumbered(db.schema, 'cidades')
    .addColumn('nome', 'text', (c) => c.notNull())
    .addColumn('estado', 'text', (c) => c.notNull())
    .addColumn('busca', 'text', (c) => c.notNull())
    .execute();
  const createNivel = (nome: string, pais: string[]) => {
    let tabela: CreateTableBuilder<string, string> = db.schema.createTable(nome);
    for (const coluna of [...pais, 'codigo', ...(nome === 'fipe_anos' ? [] : ['nome'])]) {
      tabela = tabela.addColumn(coluna, 'text', (c) => c.notNull());
    }
    return tabela
      .addColumn('posicao', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint(`${nome}_pk`, [...pais, 'codigo'])
      .execute();
  };
  await createNivel('fipe_marcas', ['tipo']);
  await createNivel('fipe_modelos', ['tipo', 'marca']);
  await createNivel('fipe_anos', ['tipo', 'marca', 'modelo']);
}

const INDICES: Record<string, string[][]> = {
  proprietarios: [['nome_ordem', 'matricula']],
  veiculos: [
    ['chave'],
    ['modelo_ordem', 'placa'],
    ['cor_ordem', 'placa'],
    ['status_ordem', 'placa'],
    ['tipo', 'placa'],
    ['atualizado_em', 'placa'],
    ['proprietario_matricula', 'placa'],
  ],
  passagens: [
    ['chave', 'id'],
    ['na_lista', 'id'],
    ['instante', 'id'],
  ],
  leituras: [['passagem_id'], ['dispositivo', 'evento_id']],
  imagens: [['leitura_id']],
  eventos: [['criado_em']],
  auditoria: [['entidade', 'chave', 'id'], ['quando']],
  idempotencia: [['criado_em']],
};

export async function up(db: Kysely<unknown>): Promise<void> {
  await createCadastro(db);
  await createPassagens(db);
  await createRegistros(db);
  await createCatalogos(db);
  for (const [tabela, indices] of Object.entries(INDICES)) {
    for (const colunas of indices) {
      const nome = `${tabela}_${colunas.join('_')}_idx`;
      await db.schema.createIndex(nome).on(tabela).columns(colunas).execute();
    }
  }
  const comandos = [
    ...searchIndexSql(db, 'proprietarios'),
    ...searchIndexSql(db, 'veiculos'),
    ...appendOnlySql(db, 'auditoria'),
  ];
  for (const comando of comandos) await sql.raw(comando).execute(db);
}
