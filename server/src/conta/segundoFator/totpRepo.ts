import type { Banco, Transacao } from '../../platform/db/banco.ts';

/** The account's authenticator, confirmed or not. */
export const findTotp = (db: Banco | Transacao, conta: string) =>
  db
    .selectFrom('totp')
    .select(['segredo', 'confirmado_em'])
    .where('conta', '=', conta)
    .executeTakeFirst();

/** Keeps a new secret in place of one that was never confirmed; false when one is in use. */
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

/** From now on it is asked for; false when another was faster, or it is another secret by now. */
export async function confirmTotp(
  trx: Transacao,
  conta: string,
  segredo: string,
  passo: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('totp')
    .set({ confirmado_em: new Date().toISOString(), ultimo_passo: passo })
    .where('conta', '=', conta)
    .where('segredo', '=', segredo)
    .where('confirmado_em', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes a step: false when it, or a later one, was taken already. Of two at once one wins. */
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

/** Takes the authenticator away; false when none was in use. */
export async function removeTotp(trx: Transacao, conta: string): Promise<boolean> {
  const removido = await trx
    .deleteFrom('totp')
    .where('conta', '=', conta)
    .returning('confirmado_em')
    .executeTakeFirst();
  return Boolean(removido?.confirmado_em);
}

/** Takes a secret away that no code was ever seen of. */
export async function removePreparado(trx: Transacao, conta: string): Promise<void> {
  await trx
    .deleteFrom('totp')
    .where('conta', '=', conta)
    .where('confirmado_em', 'is', null)
    .execute();
}
