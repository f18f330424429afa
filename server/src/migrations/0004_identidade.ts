/** Identity, whole: outbox, mailed links, invitations, second factor, outside accounts. */
import type { CreateTableBuilder, Kysely } from 'kysely';

type Schema = Kysely<unknown>['schema'];
type Tabela = CreateTableBuilder<string, string>;

const daConta = (tabela: Tabela): Tabela =>
  tabela.addColumn('conta', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'));

async function correio(schema: Schema): Promise<void> {
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

async function links(schema: Schema): Promise<void> {
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

async function segundoFator(schema: Schema): Promise<void> {
  await daConta(schema.createTable('totp') as Tabela)
    .addPrimaryKeyConstraint('totp_pk', ['conta'])
    .addColumn('segredo', 'text', (c) => c.notNull())
    .addColumn('confirmado_em', 'text')
    // RFC 6238 §5.2: a code is good once, so the last step taken is remembered.
    .addColumn('ultimo_passo', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await daConta(schema.createTable('codigos_recuperacao') as Tabela)
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('usado_em', 'text')
    .addPrimaryKeyConstraint('codigos_recuperacao_pk', ['conta', 'hash'])
    .execute();
  await daConta(schema.createTable('chaves_acesso') as Tabela)
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

/** Sessions that an outside provider keeps: known here by its uid and moment of signing in. */
const sessoesExternas = (schema: Schema): Promise<void> =>
  daConta(schema.createTable('sessoes_externas') as Tabela)
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
  // What the account still waits for: 'email' or 'aprovacao'. null: nothing.
  await schema.alterTable('user').addColumn('pendencia', 'text').execute();
  await correio(schema);
  await links(schema);
  await segundoFator(schema);
  await sessoesExternas(schema);
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
