/** Accounts, sessions and signing keys (the identity library's own tables), throttle, messages. */
import type { Kysely, SchemaModule } from 'kysely';

const createKeyed = (schema: SchemaModule, nome: string) =>
  schema.createTable(nome).addColumn('id', 'text', (c) => c.primaryKey().notNull());

async function createContas(schema: SchemaModule): Promise<void> {
  await createKeyed(schema, 'user')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('emailVerified', 'integer', (c) => c.notNull())
    .addColumn('image', 'text')
    .addColumn('createdAt', 'date', (c) => c.notNull())
    .addColumn('updatedAt', 'date', (c) => c.notNull())
    .addColumn('admin', 'integer', (c) => c.notNull())
    .addColumn('desabilitadoEm', 'date')
    .execute();
  await createKeyed(schema, 'account')
    .addColumn('accountId', 'text', (c) => c.notNull())
    .addColumn('providerId', 'text', (c) => c.notNull())
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('accessToken', 'text')
    .addColumn('refreshToken', 'text')
    .addColumn('idToken', 'text')
    .addColumn('accessTokenExpiresAt', 'date')
    .addColumn('refreshTokenExpiresAt', 'date')
    .addColumn('scope', 'text')
    .addColumn('password', 'text')
    .addColumn('createdAt', 'date', (c) => c.notNull())
    .addColumn('updatedAt', 'date', (c) => c.notNull())
    .execute();
}

async function createSessoes(schema: SchemaModule): Promise<void> {
  await createKeyed(schema, 'session')
    .addColumn('expiresAt', 'date', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('createdAt', 'date', (c) => c.notNull())
    .addColumn('updatedAt', 'date', (c) => c.notNull())
    .addColumn('ipAddress', 'text')
    .addColumn('userAgent', 'text')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .execute();
  await createKeyed(schema, 'verification')
    .addColumn('identifier', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('expiresAt', 'date', (c) => c.notNull())
    .addColumn('createdAt', 'date', (c) => c.notNull())
    .addColumn('updatedAt', 'date', (c) => c.notNull())
    .execute();
  await createKeyed(schema, 'jwks')
    .addColumn('publicKey', 'text', (c) => c.notNull())
    .addColumn('privateKey', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'date', (c) => c.notNull())
    .addColumn('expiresAt', 'date')
    .addColumn('alg', 'text')
    .addColumn('crv', 'text')
    .execute();
}

async function createOurs(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('tentativas')
    .addColumn('chave', 'text', (c) => c.primaryKey())
    .addColumn('total', 'integer', (c) => c.notNull())
    .addColumn('ate', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createTable('mensagens_contato')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('nome', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('mensagem', 'text', (c) => c.notNull())
    .addColumn('criada_em', 'text', (c) => c.notNull())
    .addColumn('lida_em', 'text')
    .execute();
}

const INDICES: [nome: string, tabela: string, coluna: string][] = [
  ['account_userId_idx', 'account', 'userId'],
  ['session_userId_idx', 'session', 'userId'],
  ['session_expiresAt_idx', 'session', 'expiresAt'],
  ['verification_identifier_idx', 'verification', 'identifier'],
  ['tentativas_ate_idx', 'tentativas', 'ate'],
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await createContas(db.schema);
  await createSessoes(db.schema);
  await createOurs(db.schema);
  for (const [nome, tabela, coluna] of INDICES) {
    await db.schema.createIndex(nome).on(tabela).column(coluna).execute();
  }
}
