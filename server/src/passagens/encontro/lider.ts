/** Which text of a passage leads when its readings differ. */
import { isPlacaValida, keyOfPlaca } from '@unipark/contract/placa';
import type { Motivo } from './encontro.ts';

/** The camera's confidence in a text, over all readings of the passage. */
export interface Certainty {
  placa: string | null;
  soma: number | null;
  maior: number | null;
}

/**
 * True when `nova` replaces `atual` as the leading text. Within an event an update is the maker's
 * last word, with any score; otherwise the highest confidence leads, and the latest of equal ones.
 * Between separate readings of one passage the higher sum of confidences leads, and a valid plate
 * among equal ones.
 */
export function takesLead(
  nova: string,
  atual: string,
  { motivo, ultima }: { motivo: Motivo; ultima: boolean },
  certezas: Certainty[],
): boolean {
  if (nova === '' || nova === atual) return false;
  if (atual === '') return true;
  if (motivo === 'carro' || (motivo === 'variante' && keyOfPlaca(nova) === keyOfPlaca(atual))) {
    return false;
  }
  if (motivo === 'evento' && ultima) return true;
  const de = (placa: string) => certezas.find((certeza) => certeza.placa === placa);
  if (motivo === 'evento') return (de(nova)?.maior ?? -1) >= (de(atual)?.maior ?? -1);
  const diferenca = (de(nova)?.soma ?? 0) - (de(atual)?.soma ?? 0);
  return diferenca === 0 ? isPlacaValida(nova) && !isPlacaValida(atual) : diferenca > 0;
}
