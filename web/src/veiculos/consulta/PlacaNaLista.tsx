import { Link, useLocation } from 'react-router';
import { caminhoDoVeiculo, DA_LISTA } from '../caminho.ts';
import { PlacaTexto } from '../placa/PlacaTexto.tsx';

/** The plate of a row, a link to the vehicle's page. For the keyboard the row itself is the stop. */
export function PlacaNaLista({ placa }: { placa: string }) {
  const { search } = useLocation();
  return (
    <Link
      to={{ pathname: caminhoDoVeiculo(placa), search }}
      state={DA_LISTA}
      preventScrollReset
      tabIndex={-1}
      className="text-text"
    >
      <PlacaTexto placa={placa} className="text-xl" />
    </Link>
  );
}
