import type { Banco, Transacao } from '../../platform/db/banco.ts';

interface Link {
  hash: string;
  tipo: string;
  conta: string | null;
  expira_em: string;
}

/** Keeps a link. */
export async function createLinkRow(trx: Transacao, link: Link): Promise<void> {
  await trx.insertInto('links').values(link).execute();
}

/** The link of a hash, old ones too. */
export const findLink = (db: Banco | Transacao, tipo: string, hash: string) =>
  db
    .selectFrom('links')
    .select(['conta', 'expira_em'])
    .where('hash', '=', hash)
    .where('tipo', '=', tipo)
    .executeTakeFirst();

/** Takes a link away; false when somebody was faster. */
export async function removeLink(trx: Transacao, hash: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('links')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Takes away every link of a kind that an account (null: nobody) has. */
export async function removeLinksOf(
  trx: Transacao,
  tipo: string,
  conta: string | null,
): Promise<void> {
  await trx
    .deleteFrom('links')
    .where('tipo', '=', tipo)
    .where('conta', conta === null ? 'is' : '=', conta)
    .execute();
}

/** Takes away every link that an account has. */
export async function removeEveryLinkOf(trx: Transacao, conta: string): Promise<void> {
  await trx.deleteFrom('links').where('conta', '=', conta).execute();
}
