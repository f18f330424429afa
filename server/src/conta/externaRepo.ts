import type { Banco, Transacao } from '../platform/db/banco.ts';

/** Who comes in to this account by a provider, by the ids that it gives them. */
export async function findVinculos(
  db: Banco | Transacao,
  userId: string,
  providerId: string,
): Promise<string[]> {
  const vinculos = await db
    .selectFrom('account')
    .select('accountId')
    .where('userId', '=', userId)
    .where('providerId', '=', providerId)
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
