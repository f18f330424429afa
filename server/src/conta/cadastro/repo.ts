import { randomUUID } from 'node:crypto';
import type { Banco, Transacao } from '../../platform/db/banco.ts';

const pessoas = (db: Banco | Transacao) =>
  db
    .selectFrom('user')
    .select(['id', 'email', 'name', 'desabilitadoEm', 'pendencia', 'emailVerified']);

/** The account of an e-mail: disabled, waiting and password-less ones too. */
export const findPorEmail = (db: Banco | Transacao, email: string) =>
  pessoas(db).where('email', '=', email).executeTakeFirst();

/** The account of an id, whatever its state. */
export const findPessoa = (db: Banco | Transacao, id: string) =>
  pessoas(db).where('id', '=', id).executeTakeFirst();

export type Pessoa = NonNullable<Awaited<ReturnType<typeof findPessoa>>>;

/** Puts a hash in place of the old one, or gives the account its first password. */
export async function saveCredencial(trx: Transacao, conta: string, cifrada: string) {
  const agora = new Date().toISOString();
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set({ password: cifrada, updatedAt: agora })
    .where('userId', '=', conta)
    .where('providerId', '=', 'credential')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await trx
    .insertInto('account')
    .values({
      id: randomUUID(),
      accountId: conta,
      providerId: 'credential',
      userId: conta,
      password: cifrada,
      createdAt: agora,
      updatedAt: agora,
    })
    .execute();
}

/** Leaves the account without a password. */
export async function removeSenha(trx: Transacao, conta: string): Promise<void> {
  await trx
    .updateTable('account')
    .set({ password: null, updatedAt: new Date().toISOString() })
    .where('userId', '=', conta)
    .where('providerId', '=', 'credential')
    .execute();
}

interface Situacao {
  admin?: boolean;
  pendencia?: 'email' | 'aprovacao' | null;
  verificado?: boolean;
  name?: string;
}

/** Changes what the account may do and what it still waits for; what is absent stays. */
export async function updateSituacao(
  trx: Transacao,
  conta: string,
  { admin, pendencia, verificado, name }: Situacao,
): Promise<void> {
  await trx
    .updateTable('user')
    .set({
      updatedAt: new Date().toISOString(),
      ...(admin !== undefined && { admin: Number(admin) }),
      ...(verificado !== undefined && { emailVerified: Number(verificado) }),
      ...(pendencia !== undefined && { pendencia }),
      ...(name !== undefined && { name }),
    })
    .where('id', '=', conta)
    .execute();
}

/** Whom to write to where the administration is meant: administrators who can come in. */
export async function listEmailsDeAdmins(db: Banco | Transacao): Promise<string[]> {
  const linhas = await db
    .selectFrom('user')
    .select('email')
    .where('admin', '=', 1)
    .where('desabilitadoEm', 'is', null)
    .where('pendencia', 'is', null)
    .orderBy('email')
    .execute();
  return linhas.map(({ email }) => email);
}

/** How many accounts wait, for an administrator or for their address to be confirmed. */
export async function countPendentes(db: Banco | Transacao) {
  const linhas = await db
    .selectFrom('user')
    .select(['pendencia', db.fn.countAll<number>().as('total')])
    .where('pendencia', 'is not', null)
    .groupBy('pendencia')
    .execute();
  const totalOf = (qual: string) =>
    Number(linhas.find(({ pendencia }) => pendencia === qual)?.total ?? 0);
  return { aprovacao: totalOf('aprovacao'), email: totalOf('email') };
}

/** Forgets accounts whose address nobody confirmed since `antes`, and answers which. */
export async function removeNaoConfirmadas(trx: Transacao, antes: string): Promise<string[]> {
  const linhas = await trx
    .deleteFrom('user')
    .where('pendencia', '=', 'email')
    .where('createdAt', '<', antes)
    .returning('id')
    .execute();
  return linhas.map(({ id }) => id);
}
