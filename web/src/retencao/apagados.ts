import { TETO_CONTAGEM } from '@unipark/contract/lista';
import type { Apagados } from '@unipark/contract/retencao';
import { count } from '../lib/time/format.ts';

/** '1.234 passagens e 567 fotos' */
export const formatApagados = ({ passagens, fotos }: Apagados): string =>
  `${count(passagens, 'passagem', 'passagens')} e ${count(fotos, 'foto', 'fotos')}`;

/** As above, of a preview, which counts no further than a limit. */
export function formatPrevia({ passagens, fotos }: Apagados): string {
  const upTo = (total: number, one: string, many: string) =>
    count(Math.min(total, TETO_CONTAGEM), one, many, total > TETO_CONTAGEM);
  return `${upTo(passagens, 'passagem', 'passagens')} e ${upTo(fotos, 'foto', 'fotos')}`;
}
