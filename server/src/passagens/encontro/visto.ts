/** The camera's description of a vehicle in our words, beside the register's. */
import type { Visto } from '@unipark/contract/passagem';
import { foldText } from '@unipark/contract/texto';
import { CORES } from '@unipark/contract/veiculo';

/** Colours as makers name them; an unknown word is shown unchanged. */
const ESTRANGEIRAS: Record<string, (typeof CORES)[number]> = {
  yellow: 'Amarela',
  blue: 'Azul',
  beige: 'Bege',
  white: 'Branca',
  gray: 'Cinza',
  grey: 'Cinza',
  gold: 'Dourada',
  orange: 'Laranja',
  brown: 'Marrom',
  silver: 'Prata',
  black: 'Preta',
  pink: 'Rosa',
  purple: 'Roxa',
  green: 'Verde',
  red: 'Vermelha',
};

/** Pairs that a camera cannot distinguish at night. */
const PARECIDAS = [
  ['Cinza', 'Prata'],
  ['Branca', 'Prata'],
  ['Preta', 'Cinza'],
];

/** A colour in the register's spelling: 'silver-gray' and 'prateado' are Prata. */
function ourColour(dita: string): string {
  const palavra = foldText(dita).split(/[^a-z]/, 1)[0] ?? '';
  const estrangeira = Object.hasOwn(ESTRANGEIRAS, palavra) ? ESTRANGEIRAS[palavra] : undefined;
  const nossa = CORES.find((cor) => palavra.slice(0, 4) === foldText(cor).slice(0, 4));
  return estrangeira ?? nossa ?? dita;
}

/** True when both colours are known and cannot be confused in any light. */
function clash(vista: string, cadastrada: string): boolean {
  const ambas = [vista, cadastrada];
  const conhecidas = ambas.every((cor) => CORES.some((nossa) => nossa === cor));
  const parecidas = PARECIDAS.some((par) => par.every((cor) => ambas.includes(cor)));
  return conhecidas && vista !== cadastrada && vista !== 'Fantasia' && !parecidas;
}

/**
 * The vehicle of a reading as text; null when the camera did not describe it.
 * @param json the reading's `veiculo`
 * @param cadastrada the register's colour
 */
export function seenBy(json: string | null, cadastrada: string | null): Visto | null {
  if (json === null) return null;
  const { tipo, marca, modelo, cor }: Record<string, string | undefined> = JSON.parse(json);
  if (!tipo && !marca && !modelo && !cor) return null;
  const vista = cor ? ourColour(cor) : null;
  return {
    descricao: [marca, modelo].filter(Boolean).join(' ') || tipo || null,
    cor: vista,
    cor_diverge: vista !== null && cadastrada !== null && clash(vista, cadastrada),
  };
}
