import { nowIso } from '../../platform/clock.ts';
import type { Queryable, Transacao } from '../../platform/db/banco.ts';

/** The account's authenticator, confirmed or not. */
export const findTotp = (db: Queryable, conta: string) =>
  db
    .selectFrom('totp')
    .select(['segredo', 'confirmado_em'])
    .where('conta', '=', conta)
    .executeTakeFirst();

/** Writes a new secret, replacing an unconfirmed one; false when one is in use. */
export async function saveTotp(trx: Transacao, conta: string, segredo: string): Promise<boolean> {
  const novo = { segredo, confirmado_em: null, ultimo_passo: 0 };
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('totp')
    .values({ conta, ...novo })
    .onConflict((oc) =>
      oc.column('conta').doUpdateSet(novo).where('totp.confirmado_em', 'is', null),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows !== 0n;
}

/** Confirms the secret; false when it was confirmed or replaced meanwhile. */
export async function confirmTotp(
  trx: Transacao,
  conta: string,
  segredo: string,
  passo: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('totp')
    .set({ confirmado_em: nowIso(), ultimo_passo: passo })
    .where('conta', '=', conta)
    .where('segredo', '=', segredo)
    .where('confirmado_em', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses a step; false when this or a later step was used. Of two simultaneous uses one succeeds. */
export async function takeStep(trx: Transacao, conta: string, passo: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('totp')
    .set({ ultimo_passo: passo })
    .where('conta', '=', conta)
    .where('confirmado_em', 'is not', null)
    .where('ultimo_passo', '<', passo)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes the authenticator; false when none was in use. */
export async function removeTotp(trx: Transacao, conta: string): Promise<boolean> {
  const removido = await trx
    .deleteFrom('totp')
    .where('conta', '=', conta)
    .returning('confirmado_em')
    .executeTakeFirst();
  return Boolean(removido?.confirmado_em);
}

export async function removePreparado(trx: Transacao, conta: string): Promise<void> {
  await trx
    .deleteFrom('totp')
    .where('conta', '=', conta)
    .where('confirmado_em', 'is', null)
    .execute();
}
