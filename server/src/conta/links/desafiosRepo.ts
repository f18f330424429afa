import type { Queryable, Transacao } from '../../platform/db/banco.ts';
import type { TabelaDesafios } from '../../platform/db/tabelasConta.ts';

export async function createDesafioRow(trx: Transacao, desafio: TabelaDesafios): Promise<void> {
  await trx.insertInto('desafios').values(desafio).execute();
}

/** The challenge of a hash, also an expired one. */
export const findDesafio = (db: Queryable, tipo: string, hash: string) =>
  db
    .selectFrom('desafios')
    .select(['conta', 'dados', 'expira_em'])
    .where('hash', '=', hash)
    .where('tipo', '=', tipo)
    .executeTakeFirst();

/** Removes a challenge; false when it was already removed. */
export async function removeDesafio(trx: Transacao, hash: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('desafios')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes every open challenge of an account: a stranger may have started them. */
export async function removeDesafiosOf(trx: Transacao, conta: string): Promise<void> {
  await trx.deleteFrom('desafios').where('conta', '=', conta).execute();
}
