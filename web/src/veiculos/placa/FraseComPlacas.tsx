import { splitAtPlacas } from '@unipark/contract/placa';
import { PlacaTexto } from './PlacaTexto.tsx';

/**
 * A sentence whose plates have their typeface. It stays one text: nothing is added between its
 * parts, for a screen reader or a copy.
 */
export const FraseComPlacas = ({ texto }: { texto: string }) =>
  splitAtPlacas(texto).map((parte, lugar) =>
    // The plates have the odd places.
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other name than its place
    lugar % 2 === 1 ? <PlacaTexto key={lugar} placa={parte} /> : parte,
  );
