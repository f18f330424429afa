/**
 * The first account of a server that others reach: whoever can read what it prints makes it, not
 * whoever finds the address first.
 */
import type { Config } from '../../config.ts';
import { type Banco, inTransaction } from '../../platform/db/banco.ts';
import { createLink } from '../links/links.ts';
import { removeLinksOf } from '../links/linksRepo.ts';
import { hasContas } from '../repo.ts';

/**
 * What to print at start, or undefined where the first account exists or is made without a link.
 * Links of earlier starts stop working. It is for the terminal alone: never for the log.
 */
export const inviteFirst = (
  db: Banco,
  { local }: Pick<Config, 'local'>,
  endereco: string,
): Promise<string | undefined> =>
  inTransaction(db, async (trx) => {
    await removeLinksOf(trx, 'primeira-conta', null);
    if (local || (await hasContas(trx))) return undefined;
    const token = await createLink(trx, 'primeira-conta', null);
    return [
      'Ainda não há contas. A primeira, da administração, é criada por este link, uma única vez e em até 1 hora:',
      `${endereco}/signup#convite=${token}`,
    ].join('\n');
  });
