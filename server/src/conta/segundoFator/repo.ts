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
