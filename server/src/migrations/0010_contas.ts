/** Accounts in one spelling: the password moves into its account, `vinculos` has the links. */
import { foldText } from '@unipark/contract/texto';
import { type Kysely, sql } from 'kysely';
import { searchText } from '../platform/db/search.ts';

const COLUNAS: [antes: string, depois: string][] = [
  ['name', 'nome'],
  ['emailVerified', 'email_verificado'],
  ['image', 'foto_url'],
  ['createdAt', 'criada_em'],
  ['updatedAt', 'atualizada_em'],
  ['desabilitadoEm', 'desabilitada_em'],
];

/** A rename in place: recreating the table would cascade into all rows that belong to accounts. */
async function renameContas({ schema }: Kysely<unknown>): Promise<void> {
  await schema.dropIndex('user_pendencia_idx').execute();
  await schema.alterTable('user').renameTo('contas').execute();
  for (const [antes, depois] of COLUNAS) {
    await schema.alterTable('contas').renameColumn(antes, depois).execute();
  }
  await schema.alterTable('contas').addColumn('senha', 'text').execute();
  await schema.alterTable('contas').addColumn('senha_alterada_em', 'text').execute();
  for (const coluna of ['nome_ordem', 'busca']) {
    await schema
      .alterTable('contas')
      .addColumn(coluna, 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  }
}

async function foldAccount(db: Kysely<unknown>): Promise<void> {
  await sql`update contas set (senha, senha_alterada_em) =
    (select password, "updatedAt" from account where "userId" = contas.id and "providerId" = 'credential'
      order by password is null, "updatedAt" desc limit 1)`.execute(db);
  await db.schema
    .createTable('vinculos')
    .addColumn('provedor', 'text', (c) => c.notNull())
    .addColumn('identificador', 'text', (c) => c.notNull())
    .addColumn('conta', 'text', (c) => c.notNull().references('contas.id').onDelete('cascade'))
    .addColumn('criado_em', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('vinculos_pk', ['provedor', 'identificador'])
    .execute();
  await sql`insert into vinculos (provedor, identificador, conta, criado_em)
    select "providerId", "accountId", "userId", "createdAt" from account
    where "providerId" <> 'credential'`.execute(db);
  await db.schema.dropTable('account').execute();
}

async function foldNomes(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    id: string;
    nome: string;
    email: string;
  }>`select id, nome, email from contas`.execute(db);
  for (const { id, nome, email } of rows) {
    await sql`update contas set nome_ordem = ${foldText(nome).trim()},
      busca = ${searchText([nome, email], [])} where id = ${id}`.execute(db);
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await renameContas(db);
  await foldAccount(db);
  await foldNomes(db);
  const indices: [nome: string, tabela: string, colunas: string[]][] = [
    ['contas_pendencia_idx', 'contas', ['pendencia']],
    ['contas_nome_ordem_idx', 'contas', ['nome_ordem', 'id']],
    ['vinculos_conta_idx', 'vinculos', ['conta']],
  ];
  for (const [nome, tabela, colunas] of indices) {
    await db.schema.createIndex(nome).on(tabela).columns(colunas).execute();
  }
}
