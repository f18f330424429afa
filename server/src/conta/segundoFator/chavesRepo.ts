import { nowIso } from '../../platform/clock.ts';
import type { Banco, Queryable, Transacao } from '../../platform/db/banco.ts';
import type { TabelaChavesAcesso } from '../../platform/db/tabelasConta.ts';

export async function listCredenciais(db: Queryable, conta: string) {
  const chaves = await db
    .selectFrom('chaves_acesso')
    .select(['id', 'transportes'])
    .where('conta', '=', conta)
    .execute();
  return chaves.map(({ id, transportes }) => ({
    id,
    transports: JSON.parse(transportes) as string[],
  }));
}

/** A passkey of this account; undefined when it belongs to another account, or was deleted. */
export const findChave = (db: Banco, conta: string, id: string) =>
  db
    .selectFrom('chaves_acesso')
    .select(['id', 'nome', 'chave_publica', 'contador'])
    .where('conta', '=', conta)
    .where('id', '=', id)
    .executeTakeFirst();

/** Writes a passkey; false when it is registered already. */
export async function createChave(trx: Transacao, chave: TabelaChavesAcesso): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('chaves_acesso')
    .values(chave)
    .onConflict((oc) => oc.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows !== 0n;
}

/** Writes a use; false when the key was deleted, or its counter changed meanwhile. */
export async function takeUse(
  trx: Transacao,
  { conta, id, antes, depois }: { conta: string; id: string; antes: number; depois: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('chaves_acesso')
    .set({ contador: depois, usada_em: nowIso() })
    .where('conta', '=', conta)
    .where('id', '=', id)
    .where('contador', '=', antes)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes a passkey and answers its name; undefined when the account has no such id. */
export async function removeChave(
  trx: Transacao,
  conta: string,
  id: string,
): Promise<string | undefined> {
  const removida = await trx
    .deleteFrom('chaves_acesso')
    .where('conta', '=', conta)
    .where('id', '=', id)
    .returning('nome')
    .executeTakeFirst();
  return removida?.nome;
}
