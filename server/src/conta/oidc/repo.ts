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
