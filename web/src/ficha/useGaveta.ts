import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pathOfVeiculo } from '../veiculos/caminho.ts';

const LISTA = '/veiculos/consultar';

export function useGaveta(placa: string) {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const saindo = useRef(false);
  const excluida = useRef(false);
  const pathOf = (outra: string) => ({ pathname: pathOfVeiculo(outra), search });

  const close = () => {
    // A second press must not leave the list too.
    if (saindo.current) return;
    saindo.current = true;
    // A page opened by a link has no list in the history.
    if (state?.daLista) navigate(-1);
    else navigate({ pathname: LISTA, search }, { replace: true, preventScrollReset: true });
  };

  return {
    pathOf,
    close,
    /** Closes after a delete: the row is gone too. */
    closeRemoved() {
      excluida.current = true;
      close();
    },
    /** Goes to the same vehicle under its other plate. */
    follow: (nova: string) =>
      navigate(pathOf(nova), { replace: true, state, preventScrollReset: true }),
    /** The row of the vehicle in the list, which may be redrawn under a new plate. */
    findLinha: () =>
      excluida.current
        ? document.querySelector('main h1')
        : ([...document.querySelectorAll<HTMLElement>('tr[data-row]')].find(
            ({ dataset }) => dataset.row === placa,
          ) ?? null),
  };
}
