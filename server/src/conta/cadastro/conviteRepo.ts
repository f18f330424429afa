import type { Banco, Transacao } from '../../platform/db/banco.ts';

/** The invitation of a hash that is neither used nor too old. */
export const findConviteAberto = (db: Banco | Transacao, hash: string) =>
  db
    .selectFrom('convites')
    .select(['id', 'email'])
    .where('hash', '=', hash)
    .where('aceito_em', 'is', null)
    .where('expira_em', '>', new Date().toISOString())
    .executeTakeFirst();

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

/** Uses an invitation up; false when somebody was faster. */
export async function acceptConvite(trx: Transacao, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('convites')
    .set({ aceito_em: new Date().toISOString() })
    .where('id', '=', id)
    .where('aceito_em', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
