/** Where the plate is in the picture, as fractions of its width and height. */
import type { LeituraLida } from '../dialeto.ts';
import type { Tamanho } from './imagem.ts';

/** A box may stick out by this much: plates at the edge of the frame do. */
const FOLGA = 0.01;

/** Between 0 and 1, and without the dust of a division. */
const arrumada = (valor: number): number =>
  Math.round(Math.min(1, Math.max(0, valor)) * 1_000_000) / 1_000_000;

interface Cantos {
  x0: number | null;
  y0: number | null;
  x1: number | null;
  y1: number | null;
}

/** The box between two corners in a frame of this size; null when it is not in it, or unknown. */
export function caixaEntre(
  { x0, y0, x1, y1 }: Cantos,
  quadro: Tamanho | null,
): LeituraLida['caixa'] {
  if (!quadro || x0 === null || y0 === null || x1 === null || y1 === null) return null;
  if (!(quadro.largura > 0 && quadro.altura > 0)) return null;
  const xs = [x0 / quadro.largura, x1 / quadro.largura] as const;
  const ys = [y0 / quadro.altura, y1 / quadro.altura] as const;
  if ([...xs, ...ys].some((valor) => !(valor >= -FOLGA && valor <= 1 + FOLGA))) return null;
  const [x, y] = [arrumada(xs[0]), arrumada(ys[0])];
  const [l, a] = [arrumada(arrumada(xs[1]) - x), arrumada(arrumada(ys[1]) - y)];
  return l > 0 && a > 0 ? { x, y, l, a } : null;
}

/** The frame of values that are fractions already. */
export const FRACOES: Tamanho = { largura: 1, altura: 1 };

/** The same box, from its corner, width and height. */
export function caixaDe(
  [x, y, largura, altura]: readonly (number | null)[],
  quadro: Tamanho | null,
): LeituraLida['caixa'] {
  const fim = (inicio?: number | null, tamanho?: number | null) =>
    inicio == null || tamanho == null ? null : inicio + tamanho;
  const cantos = { x0: x ?? null, y0: y ?? null, x1: fim(x, largura), y1: fim(y, altura) };
  return caixaEntre(cantos, quadro);
}
