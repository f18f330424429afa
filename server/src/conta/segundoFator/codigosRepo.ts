import { nowIso } from '../../platform/clock.ts';
import type { Transacao } from '../../platform/db/banco.ts';

export async function replaceCodigos(
  trx: Transacao,
  conta: string,
  hashes: string[],
): Promise<void> {
  await removeCodigos(trx, conta);
  const linhas = hashes.map((hash) => ({ conta, hash, usado_em: null }));
  await trx.insertInto('codigos_recuperacao').values(linhas).execute();
}

/** Uses a code up; false when it is unknown or used. Of two simultaneous uses one succeeds. */
export async function takeCodigo(trx: Transacao, conta: string, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('codigos_recuperacao')
    .set({ usado_em: nowIso() })
    .where('conta', '=', conta)
    .where('hash', '=', hash)
    .where('usado_em', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes the codes: without a second factor they are not needed. */
export async function removeCodigos(trx: Transacao, conta: string): Promise<void> {
  await trx.deleteFrom('codigos_recuperacao').where('conta', '=', conta).execute();
}
