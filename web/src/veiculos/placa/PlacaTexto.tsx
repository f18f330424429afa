/** The plate as one text node, in its typeface: Ctrl+F, a copy and a screen reader get it whole. */
export function PlacaTexto({ placa, className = '' }: { placa: string; className?: string }) {
  return (
    <span translate="no" className={`font-plate font-semibold tracking-wide ${className}`}>
      {placa}
    </span>
  );
}
