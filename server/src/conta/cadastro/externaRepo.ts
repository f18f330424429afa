import type { Banco, Transacao } from '../../platform/db/banco.ts';

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
