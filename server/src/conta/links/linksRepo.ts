import type { Queryable, Transacao } from '../../platform/db/banco.ts';

interface Link {
  hash: string;
  tipo: string;
  conta: string | null;
  expira_em: string;
}

export async function createLinkRow(trx: Transacao, link: Link): Promise<void> {
  await trx.insertInto('links').values(link).execute();
}

/** The link of a hash, also an expired one. */
export const findLink = (db: Queryable, tipo: string, hash: string) =>
  db
    .selectFrom('links')
    .select(['conta', 'expira_em'])
    .where('hash', '=', hash)
    .where('tipo', '=', tipo)
    .executeTakeFirst();

/** Removes a link; false when it was already removed. */
export async function removeLink(trx: Transacao, hash: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('links')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes every link of one kind of an account (null: links without an account). */
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

export async function removeEveryLinkOf(trx: Transacao, conta: string): Promise<void> {
  await trx.deleteFrom('links').where('conta', '=', conta).execute();
}
