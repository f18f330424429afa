/** Identity: outbox, mailed links, invitations, second factor, outside accounts. */
import type { CreateTableBuilder, Kysely, SchemaModule } from 'kysely';

type TableBuilder = CreateTableBuilder<string, string>;

const addConta = (tabela: TableBuilder): TableBuilder =>
  tabela.addColumn('conta', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'));

async function createCorreio(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('correio')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('para', 'text', (c) => c.notNull())
    .addColumn('responder_a', 'text')
    .addColumn('assunto', 'text', (c) => c.notNull())
    .addColumn('texto', 'text', (c) => c.notNull())
    .addColumn('criado_em', 'text', (c) => c.notNull())
    .addColumn('expira_em', 'text', (c) => c.notNull())
    // null: sent, or given up.
    .addColumn('tentar_em', 'text')
    .addColumn('tentativas', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('enviado_em', 'text')
    .addColumn('ultimo_erro', 'text')
    .addColumn('ultimo_erro_em', 'text')
    .execute();
}

async function createLinks(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('links')
    .addColumn('hash', 'text', (c) => c.primaryKey().notNull())
    .addColumn('tipo', 'text', (c) => c.notNull())
    .addColumn('conta', 'text', (c) => c.references('user.id').onDelete('cascade'))
    .addColumn('expira_em', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createTable('convites')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('criado_por', 'text', (c) => c.notNull())
    .addColumn('criado_em', 'text', (c) => c.notNull())
    .addColumn('expira_em', 'text', (c) => c.notNull())
    .addColumn('aceito_em', 'text')
    .execute();
}

async function createSegundoFator(schema: SchemaModule): Promise<void> {
  await addConta(schema.createTable('totp') as TableBuilder)
    .addPrimaryKeyConstraint('totp_pk', ['conta'])
    .addColumn('segredo', 'text', (c) => c.notNull())
    .addColumn('confirmado_em', 'text')
    // RFC 6238 §5.2: a code is valid once, so the last used step is stored.
    .addColumn('ultimo_passo', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await addConta(schema.createTable('codigos_recuperacao') as TableBuilder)
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('usado_em', 'text')
    .addPrimaryKeyConstraint('codigos_recuperacao_pk', ['conta', 'hash'])
    .execute();
  await addConta(schema.createTable('chaves_acesso') as TableBuilder)
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('nome', 'text', (c) => c.notNull())
    .addColumn('chave_publica', 'text', (c) => c.notNull())
    .addColumn('contador', 'integer', (c) => c.notNull())
    .addColumn('transportes', 'text', (c) => c.notNull())
    .addColumn('criada_em', 'text', (c) => c.notNull())
    .addColumn('usada_em', 'text')
    .execute();
  await schema
    .createTable('desafios')
    .addColumn('hash', 'text', (c) => c.primaryKey().notNull())
    .addColumn('tipo', 'text', (c) => c.notNull())
    .addColumn('conta', 'text', (c) => c.references('user.id').onDelete('cascade'))
    .addColumn('dados', 'text')
    .addColumn('expira_em', 'text', (c) => c.notNull())
    .execute();
}

/** Sessions of an outside provider: identified by its uid and the time of signing in. */
const createSessoesExternas = (schema: SchemaModule): Promise<void> =>
  addConta(schema.createTable('sessoes_externas') as TableBuilder)
    .addColumn('sid', 'text', (c) => c.primaryKey().notNull())
    .addColumn('agente', 'text')
    .addColumn('endereco', 'text')
    .addColumn('criada_em', 'text', (c) => c.notNull())
    .addColumn('vista_em', 'text', (c) => c.notNull())
    .addColumn('encerrada_em', 'text')
    .execute();

const INDICES: [nome: string, tabela: string, colunas: string[]][] = [
  ['correio_tentar_em_idx', 'correio', ['tentar_em', 'id']],
  ['correio_enviado_em_idx', 'correio', ['enviado_em']],
  ['links_conta_idx', 'links', ['conta', 'tipo']],
  ['links_expira_em_idx', 'links', ['expira_em']],
  ['convites_email_idx', 'convites', ['email']],
  ['chaves_acesso_conta_idx', 'chaves_acesso', ['conta']],
  ['desafios_expira_em_idx', 'desafios', ['expira_em']],
  ['sessoes_externas_conta_idx', 'sessoes_externas', ['conta']],
  ['user_pendencia_idx', 'user', ['pendencia']],
];

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  // What the account waits for: 'email' or 'aprovacao'; null: nothing.
  await schema.alterTable('user').addColumn('pendencia', 'text').execute();
  await createCorreio(schema);
  await createLinks(schema);
  await createSegundoFator(schema);
  await createSessoesExternas(schema);
  for (const [nome, tabela, colunas] of INDICES) {
    await schema.createIndex(nome).on(tabela).columns(colunas).execute();
  }
  await schema
    .createIndex('account_provider_idx')
    .on('account')
    .columns(['providerId', 'accountId'])
    .unique()
    .execute();
}
