/** Only the printed link makes the first account of an exposed server: a visitor cannot. */
import type { Config } from '../../config.ts';
import { type Banco, inEssential } from '../../platform/db/banco.ts';
import { createLink } from '../links/links.ts';
import { removeLinksOf } from '../links/linksRepo.ts';
import { hasContas } from '../repo.ts';

/**
 * The text to print at start, or undefined when the first account exists or needs no link. Links of
 * earlier starts stop working. It goes to the terminal only, never to the log.
 */
export const inviteFirst = (
  db: Banco,
  { local }: Pick<Config, 'local'>,
  endereco: string,
): Promise<string | undefined> =>
  inEssential(db, async (trx) => {
    await removeLinksOf(trx, 'primeira-conta', null);
    if (local || (await hasContas(trx))) return undefined;
    const token = await createLink(trx, 'primeira-conta', null);
    return [
      'Ainda não há contas. A primeira, da administração, é criada por este link, uma única vez e em até 1 hora:',
      `${endereco}/signup#convite=${token}`,
    ].join('\n');
  });
