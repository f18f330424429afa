/**
 * The plate as text, in the plate face with the cut zero: one text node, found by Ctrl+F, copied
 * whole, read by screen readers. Size and weight are the place's.
 */
export function PlacaTexto({ placa, className = '' }: { placa: string; className?: string }) {
  return (
    <span translate="no" className={`font-plate font-semibold tracking-wide ${className}`}>
      {placa}
    </span>
  );
}
