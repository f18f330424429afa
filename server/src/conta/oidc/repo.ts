import type { Banco, Transacao } from '../../platform/db/banco.ts';

/** The `providerId` of accounts that single sign-on opens. */
export const PROVEDOR = 'oidc';

/** The account that a person of the provider came in to before. */
export const findVinculada = (db: Banco | Transacao, accountId: string) =>
  db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .select(['user.id', 'user.desabilitadoEm', 'user.pendencia'])
    .where('account.providerId', '=', PROVEDOR)
    .where('account.accountId', '=', accountId)
    .executeTakeFirst();

/** Who comes in to this account from outside, by the names that providers give them. */
export async function findVinculos(db: Banco | Transacao, userId: string): Promise<string[]> {
  const vinculos = await db
    .selectFrom('account')
    .select('accountId')
    .where('userId', '=', userId)
    .where('providerId', '=', PROVEDOR)
    .execute();
  return vinculos.map(({ accountId }) => accountId);
}

/** Takes the password of an account away: nobody ever proved that its address is theirs. */
export async function removeSenha(trx: Transacao, userId: string): Promise<void> {
  await trx
    .updateTable('account')
    .set({ password: null, updatedAt: new Date().toISOString() })
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .execute();
}

/** An open invitation for an address. */
export const findConviteDe = (db: Banco | Transacao, email: string) =>
  db
    .selectFrom('convites')
    .select('id')
    .where('email', '=', email)
    .where('aceito_em', 'is', null)
    .where('expira_em', '>', new Date().toISOString())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
