import { randomUUID } from 'node:crypto';
import { foldText } from '@unipark/contract/texto';
import { nowIso } from '../../platform/clock.ts';
import type { Queryable, Transacao } from '../../platform/db/banco.ts';
import { searchText } from '../../platform/db/search.ts';
import type { TabelaContas } from '../../platform/db/tabelasConta.ts';

const selectPessoas = (db: Queryable) =>
  db
    .selectFrom('contas')
    .select(['id', 'email', 'nome', 'admin', 'desabilitada_em', 'pendencia', 'email_verificado']);

/** The account of an e-mail: also disabled, waiting and password-less ones. */
export const findByEmail = (db: Queryable, email: string) =>
  selectPessoas(db).where('email', '=', email).executeTakeFirst();

export const findPessoa = (db: Queryable, id: string) =>
  selectPessoas(db).where('id', '=', id).executeTakeFirst();

export type PendingPerson = NonNullable<Awaited<ReturnType<typeof findPessoa>>>;

/** The key by which the list of accounts is sorted and searched. */
export const foldConta = ({ nome, email }: Pick<TabelaContas, 'nome' | 'email'>) => ({
  nome_ordem: foldText(nome).trim(),
  busca: searchText([nome, email], []),
});

/** Replaces the hash; null leaves the account without a password. */
export async function saveSenha(
  trx: Transacao,
  conta: string,
  senha: string | null,
): Promise<void> {
  await trx
    .updateTable('contas')
    .set({ senha, senha_alterada_em: nowIso() })
    .where('id', '=', conta)
    .execute();
}

type NovaContaRow = Pick<TabelaContas, 'nome' | 'email' | 'senha' | 'pendencia'> & {
  admin: boolean;
  verificado: boolean;
};

export async function createPessoa(trx: Transacao, nova: NovaContaRow): Promise<string> {
  const { nome, email, senha, admin, verificado, pendencia } = nova;
  const [id, agora] = [randomUUID(), nowIso()];
  await trx
    .insertInto('contas')
    .values({
      id,
      nome,
      email,
      ...foldConta(nova),
      email_verificado: Number(verificado),
      foto_url: null,
      criada_em: agora,
      atualizada_em: agora,
      admin: Number(admin),
      desabilitada_em: null,
      pendencia,
      senha,
      senha_alterada_em: senha === null ? null : agora,
    })
    .execute();
  return id;
}

interface AccountStanding {
  admin?: boolean;
  pendencia?: 'email' | 'aprovacao' | null;
  verificado?: boolean;
}

/** Changes what the account may do and what it waits for; absent fields stay. */
export async function updateSituacao(
  trx: Transacao,
  conta: string,
  { admin, pendencia, verificado }: AccountStanding,
): Promise<void> {
  await trx
    .updateTable('contas')
    .set({
      atualizada_em: nowIso(),
      ...(admin !== undefined && { admin: Number(admin) }),
      ...(verificado !== undefined && { email_verificado: Number(verificado) }),
      ...(pendencia !== undefined && { pendencia }),
    })
    .where('id', '=', conta)
    .execute();
}

export async function renameConta(
  trx: Transacao,
  { id, email }: Pick<PendingPerson, 'id' | 'email'>,
  nome: string,
): Promise<void> {
  await trx
    .updateTable('contas')
    .set({ nome, ...foldConta({ nome, email }), atualizada_em: nowIso() })
    .where('id', '=', id)
    .execute();
}

/** The addresses of the administrators who may sign in, for letters to the administration. */
export async function listAdminEmails(db: Queryable): Promise<string[]> {
  const linhas = await db
    .selectFrom('contas')
    .select('email')
    .where('admin', '=', 1)
    .where('desabilitada_em', 'is', null)
    .where('pendencia', 'is', null)
    .orderBy('email')
    .execute();
  return linhas.map(({ email }) => email);
}

export async function countPendentes(db: Queryable) {
  const linhas = await db
    .selectFrom('contas')
    .select(['pendencia', db.fn.countAll<number>().as('total')])
    .where('pendencia', 'is not', null)
    .groupBy('pendencia')
    .execute();
  const totalOf = (qual: string) =>
    Number(linhas.find(({ pendencia }) => pendencia === qual)?.total ?? 0);
  return { aprovacao: totalOf('aprovacao'), email: totalOf('email') };
}

export async function removeUnconfirmed(trx: Transacao, antes: string): Promise<string[]> {
  const linhas = await trx
    .deleteFrom('contas')
    .where('pendencia', '=', 'email')
    .where('criada_em', '<', antes)
    .returning('id')
    .execute();
  return linhas.map(({ id }) => id);
}
