import type { CSSProperties } from 'react';
import { findTinta } from './cores.ts';

const stripesOf = (cores: readonly string[]): string =>
  cores
    .map((cor, i) => `${cor} ${(i * 100) / cores.length}% ${((i + 1) * 100) / cores.length}%`)
    .join(', ');

/** A colour name with its swatch; a free text has none. */
export function Cor({ nome }: { nome: string | null }) {
  if (!nome) return null;
  const tinta = findTinta(nome);
  const fundo: CSSProperties = tinta?.stripes
    ? { backgroundImage: `linear-gradient(135deg, ${stripesOf(tinta.stripes)})` }
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
