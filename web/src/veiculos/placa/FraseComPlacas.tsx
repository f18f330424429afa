import { PlacaTexto } from './PlacaTexto.tsx';

/** A word with the shape of a valid plate (the contract's `classifyPlaca`). */
const PLACA = /(?<![\w-])([A-Z]{3}-?[0-9]{4}|[A-Z]{3}[0-9][A-Z0-9][0-9]{2})(?![\w@-])/;

/**
 * A sentence whose plates have their typeface. It stays one text: nothing is added between its
 * parts, for a screen reader or a copy.
 */
export const FraseComPlacas = ({ texto }: { texto: string }) =>
  texto.split(PLACA).map((parte, lugar) =>
    // The plates have the odd places.
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other name than its place
    lugar % 2 === 1 ? <PlacaTexto key={lugar} placa={parte} /> : parte,
  );
