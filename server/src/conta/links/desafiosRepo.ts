import type { Banco, Transacao } from '../../platform/db/banco.ts';
import type { TabelaDesafios } from '../../platform/db/tabelasConta.ts';

/** Keeps a question. */
export async function createDesafioRow(trx: Transacao, desafio: TabelaDesafios): Promise<void> {
  await trx.insertInto('desafios').values(desafio).execute();
}

/** The question of a hash, late ones too. */
export const findDesafio = (db: Banco | Transacao, tipo: string, hash: string) =>
  db
    .selectFrom('desafios')
    .select(['conta', 'dados', 'expira_em'])
    .where('hash', '=', hash)
    .where('tipo', '=', tipo)
    .executeTakeFirst();

/** Takes a question away; false when somebody was faster. */
export async function removeDesafio(trx: Transacao, hash: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('desafios')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Takes away every question that an account has open: who asked them may be somebody else. */
export async function removeDesafiosOf(trx: Transacao, conta: string): Promise<void> {
  await trx.deleteFrom('desafios').where('conta', '=', conta).execute();
}
