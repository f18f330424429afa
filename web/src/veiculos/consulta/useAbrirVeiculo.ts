import { useLocation, useNavigate } from 'react-router';
import { caminhoDoVeiculo, DA_LISTA } from '../caminho.ts';

/** Opens the page of a vehicle over the list, which stays as it is, search and scroll included. */
export function useAbrirVeiculo() {
  const navigate = useNavigate();
  const { search } = useLocation();
  return ({ placa }: { placa: string }) =>
    navigate(
      { pathname: caminhoDoVeiculo(placa), search },
      { state: DA_LISTA, preventScrollReset: true },
    );
}
