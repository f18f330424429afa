import { normalizePlaca } from '@unipark/contract/placa';
import { listDiferencas } from '@unipark/contract/semelhanca';
import { type DiferencaPlaces, describeDiferencas, NO_CADASTRO } from './diferencas.ts';
import './placa.css';
import { PlacaTexto } from './PlacaTexto.tsx';

type PlacaComparadaProps = {
  placa: string;
  /** The plate beside which this one is shown; undefined when there is none. */
  lida: string | undefined;
  /** Where each of the two stands, for screen readers. */
  lugares?: DiferencaPlaces;
  className?: string;
};

/** A text with more differing characters is another plate, not a misreading of this one. */
const DIFERENCAS_MAXIMO = 2;

/** A plate beside a similar one: each differing character is marked, and named for screen readers. */
export function PlacaComparada({
  placa,
  lida,
  lugares = NO_CADASTRO,
  className,
}: PlacaComparadaProps) {
  const diferencas = lida ? listDiferencas(normalizePlaca(lida), normalizePlaca(placa)) : [];
  if (diferencas.length === 0 || diferencas.length > DIFERENCAS_MAXIMO)
    return <PlacaTexto placa={placa} className={className} />;
  const hifen = placa.indexOf('-');
  const marcados = new Set(
    diferencas.map(({ lugar }) => (hifen >= 0 && lugar >= hifen ? lugar + 1 : lugar)),
  );
  return (
    <>
      <PlacaTexto placa={placa} marcados={marcados} className={className} />
      <span className="sr-only select-none">{`, ${describeDiferencas(diferencas, lugares)}`}</span>
    </>
  );
}
