/** What a camera says that it saw, in our words, beside what the register says. */
import type { Visto } from '@unipark/contract/passagem';
import { dobrar } from '@unipark/contract/texto';
import { CORES } from '@unipark/contract/veiculo';

/** Colours as makers name them; a word that is in no row is shown as it came. */
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

/** Pairs that a camera at night does not tell apart. */
const PARECIDAS = [
  ['Cinza', 'Prata'],
  ['Branca', 'Prata'],
  ['Preta', 'Cinza'],
];

/** A colour as the register spells it: 'silver-gray' and 'prateado' are Prata. */
function ourColour(dita: string): string {
  const palavra = dobrar(dita).split(/[^a-z]/, 1)[0] ?? '';
  const estrangeira = Object.hasOwn(ESTRANGEIRAS, palavra) ? ESTRANGEIRAS[palavra] : undefined;
  const nossa = CORES.find((cor) => palavra.slice(0, 4) === dobrar(cor).slice(0, 4));
  return estrangeira ?? nossa ?? dita;
}

/** True when the two colours are known ones and no light makes them one. */
function clash(vista: string, cadastrada: string): boolean {
  const ambas = [vista, cadastrada];
  const conhecidas = ambas.every((cor) => CORES.some((nossa) => nossa === cor));
  const parecidas = PARECIDAS.some((par) => par.every((cor) => ambas.includes(cor)));
  return conhecidas && vista !== cadastrada && vista !== 'Fantasia' && !parecidas;
}

/**
 * The vehicle of a reading as people read it; null when the camera said nothing of it.
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
    corDiverge: vista !== null && cadastrada !== null && clash(vista, cadastrada),
  };
}
