/** The place of the plate in the picture, as fractions of its width and height. */
import type { LeituraLida } from '../dialeto.ts';
import type { ImageSize } from './imagem.ts';

/** A box may exceed the frame by this much: plates at its edge do. */
const FOLGA = 0.01;

/** Between 0 and 1, rounded, without the error of a division. */
const clampFraction = (valor: number): number =>
  Math.round(Math.min(1, Math.max(0, valor)) * 1_000_000) / 1_000_000;

interface BoxCorners {
  x0: number | null;
  y0: number | null;
  x1: number | null;
  y1: number | null;
}

/** The box between two corners; null when outside the frame, or its size is unknown. */
export function boxBetween(
  { x0, y0, x1, y1 }: BoxCorners,
  quadro: ImageSize | null,
): LeituraLida['caixa'] {
  if (!quadro || x0 === null || y0 === null || x1 === null || y1 === null) return null;
  if (!(quadro.largura > 0 && quadro.altura > 0)) return null;
  const xs = [x0 / quadro.largura, x1 / quadro.largura] as const;
  const ys = [y0 / quadro.altura, y1 / quadro.altura] as const;
  if ([...xs, ...ys].some((valor) => !(valor >= -FOLGA && valor <= 1 + FOLGA))) return null;
  const [x, y] = [clampFraction(xs[0]), clampFraction(ys[0])];
  const [l, a] = [clampFraction(clampFraction(xs[1]) - x), clampFraction(clampFraction(ys[1]) - y)];
  return l > 0 && a > 0 ? { x, y, l, a } : null;
}

/** The frame of values that are fractions already. */
export const FRACOES: ImageSize = { largura: 1, altura: 1 };

/** The same box from its corner, width and height. */
export function boxFrom(
  [x, y, largura, altura]: readonly (number | null)[],
  quadro: ImageSize | null,
): LeituraLida['caixa'] {
  const endAt = (inicio?: number | null, tamanho?: number | null) =>
    inicio == null || tamanho == null ? null : inicio + tamanho;
  const cantos = { x0: x ?? null, y0: y ?? null, x1: endAt(x, largura), y1: endAt(y, altura) };
  return boxBetween(cantos, quadro);
}
