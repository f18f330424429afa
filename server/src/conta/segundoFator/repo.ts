import type { Fator } from '@unipark/contract/conta';
import type { Banco, Transacao } from '../../platform/db/banco.ts';

/** Which second factors an account has; none: its password is enough. */
export async function findFatores(db: Banco | Transacao, conta: string): Promise<Fator[]> {
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

/** What the account's owner may see of its factors. */
export async function readFatores(db: Banco | Transacao, conta: string) {
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
 * Takes every second factor of an account away, and the questions that only one of them answers.
 * @returns which it had
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
