import type { Banco, Transacao } from '../../platform/db/banco.ts';
import type { TabelaChavesAcesso } from '../../platform/db/tabelasConta.ts';

/** The passkeys of an account as WebAuthn wants them named. */
export async function listCredenciais(db: Banco | Transacao, conta: string) {
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

/** A passkey of this account; undefined when it is another's, or was deleted. */
export const findChave = (db: Banco, conta: string, id: string) =>
  db
    .selectFrom('chaves_acesso')
    .select(['id', 'nome', 'chave_publica', 'contador'])
    .where('conta', '=', conta)
    .where('id', '=', id)
    .executeTakeFirst();

/** Keeps a passkey; false when somebody has it already. */
export async function createChave(trx: Transacao, chave: TabelaChavesAcesso): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('chaves_acesso')
    .values(chave)
    .onConflict((oc) => oc.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows !== 0n;
}

/** Notes a use: false when the key is gone, or its counter moved meanwhile. */
export async function takeUse(
  trx: Transacao,
  { conta, id, antes, depois }: { conta: string; id: string; antes: number; depois: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('chaves_acesso')
    .set({ contador: depois, usada_em: new Date().toISOString() })
    .where('conta', '=', conta)
    .where('id', '=', id)
    .where('contador', '=', antes)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes a passkey away and answers its name; undefined when the account has none of that id. */
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
