import { findSemelhanca } from '@unipark/contract/semelhanca';
import { PlacaComparada } from './PlacaComparada.tsx';
import { PlacaTexto } from './PlacaTexto.tsx';

const NO_CADASTRO_E_NA_BUSCA = ['no cadastro', 'na busca'] as const;

type PlacaAchadaProps = {
  placa: string;
  /** The searched plate; undefined for another term. */
  procurada: string | undefined;
  className: string;
};

/** A plate that a search found: where it differs from a similar searched one, it is marked. */
export function PlacaAchada({ placa, procurada, className }: PlacaAchadaProps) {
  if (!procurada || !findSemelhanca(procurada, placa)) {
    return <PlacaTexto placa={placa} className={className} />;
  }
  return (
    <PlacaComparada
      placa={placa}
      lida={procurada}
      lugares={NO_CADASTRO_E_NA_BUSCA}
      className={className}
    />
  );
}
