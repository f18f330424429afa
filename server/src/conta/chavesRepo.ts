import type { Banco, Transacao } from '../platform/db/banco.ts';
import type { TabelaChavesAssinatura } from '../platform/db/tabelasConta.ts';

export const findChave = (db: Banco, kid: string) =>
  db.selectFrom('chaves_assinatura').select('publica').where('kid', '=', kid).executeTakeFirst();

export const findNewestChave = (db: Banco) =>
  db
    .selectFrom('chaves_assinatura')
    .selectAll()
    .orderBy('criada_em', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function createChave(trx: Transacao, chave: TabelaChavesAssinatura): Promise<void> {
  await trx.insertInto('chaves_assinatura').values(chave).execute();
}

/** Removes every key: the secret that decrypts them is lost. */
export async function removeChaves(db: Banco): Promise<void> {
  await db.deleteFrom('chaves_assinatura').execute();
}

export async function removeChavesBefore(db: Banco, antes: string): Promise<void> {
  await db.deleteFrom('chaves_assinatura').where('criada_em', '<', antes).execute();
}
