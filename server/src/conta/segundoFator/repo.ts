import type { Fator } from '@unipark/contract/conta';
import type { Queryable, Transacao } from '../../platform/db/banco.ts';

/** The second factors of an account; empty: its password is enough. */
export async function findFatores(db: Queryable, conta: string): Promise<Fator[]> {
  const totp = await db
    .selectFrom('totp')
    .select('conta')
    .where('conta', '=', conta)
    .where('confirmado_em', 'is not', null)
    .executeTakeFirst();
  const chave = await db
    .selectFrom('chaves_acesso')
    .select('id')
    .where('conta', '=', conta)
    .limit(1)
    .executeTakeFirst();
  const tem: [Fator, unknown][] = [
    ['passkey', chave],
    ['totp', totp],
  ];
  return tem.filter(([, achado]) => achado).map(([fator]) => fator);
}

export async function readFatores(db: Queryable, conta: string) {
  const chaves = await db
    .selectFrom('chaves_acesso')
    .select(['id', 'nome', 'criada_em as criadaEm', 'usada_em as usadaEm'])
    .where('conta', '=', conta)
    .orderBy('criada_em')
    .orderBy('id')
    .execute();
  const { restantes } = await db
    .selectFrom('codigos_recuperacao')
    .select((eb) => eb.fn.countAll<number | string>().as('restantes'))
    .where('conta', '=', conta)
    .where('usado_em', 'is', null)
    .executeTakeFirstOrThrow();
  const fatores = await findFatores(db, conta);
  return { totp: fatores.includes('totp'), codigosRestantes: Number(restantes), chaves };
}

/**
 * Removes every second factor of an account, and the challenges that only a factor answers.
 * @returns the removed factors
 */
export async function removeFatores(trx: Transacao, conta: string): Promise<Fator[]> {
  const tinha = await findFatores(trx, conta);
  await trx.deleteFrom('totp').where('conta', '=', conta).execute();
  await trx.deleteFrom('chaves_acesso').where('conta', '=', conta).execute();
  await trx.deleteFrom('codigos_recuperacao').where('conta', '=', conta).execute();
  await trx
    .deleteFrom('desafios')
    .where('conta', '=', conta)
    .where('tipo', 'in', ['segundo-fator', 'passkey-entrada', 'passkey-nova'])
    .execute();
  return tinha;
}
