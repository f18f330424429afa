/** Which text of a passage leads when its readings disagree. */
import { chavePlaca, tipoPlaca } from '@unipark/contract/placa';
import type { Motivo } from './encontro.ts';

/** How sure the camera was of a text, over all readings of the passage. */
export interface Certeza {
  placa: string | null;
  soma: number | null;
  maior: number | null;
}

const isValid = (placa: string): boolean => tipoPlaca(placa) !== 'Inválida';

/**
 * True when `nova` takes the lead from `atual`. Within an event the camera refines its reading, so
 * the surest text leads and the latest among equals; between separate readings of one pass it is
 * the higher sum of confidences, and a text that can be a plate among equals.
 */
export function takesLead(
  nova: string,
  atual: string,
  motivo: Motivo,
  certezas: Certeza[],
): boolean {
  if (nova === '' || nova === atual) return false;
  if (atual === '') return true;
  if (motivo === 'carro' || (motivo === 'variante' && chavePlaca(nova) === chavePlaca(atual))) {
    return false;
  }
  const de = (placa: string) => certezas.find((certeza) => certeza.placa === placa);
  if (motivo === 'evento') return (de(nova)?.maior ?? -1) >= (de(atual)?.maior ?? -1);
  const diferenca = (de(nova)?.soma ?? 0) - (de(atual)?.soma ?? 0);
  return diferenca === 0 ? isValid(nova) && !isValid(atual) : diferenca > 0;
}
