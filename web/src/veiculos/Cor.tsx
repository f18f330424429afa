import type { CSSProperties } from 'react';
import { tintaDe } from './cores.ts';

const listras = (cores: readonly string[]): string =>
  cores
    .map((cor, i) => `${cor} ${(i * 100) / cores.length}% ${((i + 1) * 100) / cores.length}%`)
    .join(', ');

/** A colour name with its swatch; a free text has only the name. */
export function Cor({ nome }: { nome: string | null }) {
  if (!nome) return null;
  const tinta = tintaDe(nome);
  const fundo: CSSProperties = tinta?.stripes
    ? { backgroundImage: `linear-gradient(135deg, ${listras(tinta.stripes)})` }
    : { backgroundColor: tinta?.color };
  return (
    <span className="inline-flex max-w-full items-center align-middle gap-2">
      {tinta && (
        <span
          aria-hidden="true"
          className="size-4 shrink-0 rounded-[4px] border border-control"
          style={fundo}
        />
      )}
      {nome}
    </span>
  );
}
