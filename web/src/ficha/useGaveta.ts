import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { caminhoDoVeiculo } from '../veiculos/caminho.ts';

const LISTA = '/veiculos/consultar';

/** The way between the list and the vehicles' pages over it. */
export function useGaveta(placa: string) {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const saindo = useRef(false);
  const excluida = useRef(false);
  const caminho = (outra: string) => ({ pathname: caminhoDoVeiculo(outra), search });

  const fechar = () => {
    // A second press must not leave the list as well.
    if (saindo.current) return;
    saindo.current = true;
    // An address that somebody sent has no list to go back to.
    if (state?.daLista) navigate(-1);
    else navigate({ pathname: LISTA, search }, { replace: true, preventScrollReset: true });
  };

  return {
    caminho,
    fechar,
    /** The vehicle is gone, and with it its row. */
    fecharExcluida() {
      excluida.current = true;
      fechar();
    },
    /** The same vehicle under its other plate. */
    seguir: (nova: string) =>
      navigate(caminho(nova), { replace: true, state, preventScrollReset: true }),
    /** Its row in the list, drawn anew perhaps: it may have another plate by now. */
    linha: () =>
      excluida.current
        ? document.querySelector('main h1')
        : ([...document.querySelectorAll<HTMLElement>('tr[data-row]')].find(
            ({ dataset }) => dataset.row === placa,
          ) ?? null),
  };
}
