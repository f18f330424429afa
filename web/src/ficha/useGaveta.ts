import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

type DrawerPlace = {
  /** The address of the list below. */
  lista: string;
  /** The record's row in it. */
  linha: string;
  /** The address of a record's page. */
  pathOf: (chave: string) => string;
};

export function useGaveta({ lista, linha, pathOf: path }: DrawerPlace) {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const saindo = useRef(false);
  const excluida = useRef(false);
  const pathOf = (chave: string) => ({ pathname: path(chave), search });

  const close = () => {
    // A second press must not leave the list too.
    if (saindo.current) return;
    saindo.current = true;
    // A page opened by a link has no list in the history.
    if (state?.daLista) navigate(-1);
    else navigate({ pathname: lista, search }, { replace: true, preventScrollReset: true });
  };

  return {
    pathOf,
    close,
    /** Closes after a delete: the row is gone too. */
    closeRemoved() {
      excluida.current = true;
      close();
    },
    /** Goes to the same record under its new key. */
    follow: (nova: string) =>
      navigate(pathOf(nova), { replace: true, state, preventScrollReset: true }),
    /** The row of the record in the list, which may be redrawn under a new key. */
    findLinha: () =>
      excluida.current
        ? document.querySelector('main h1')
        : ([...document.querySelectorAll<HTMLElement>('tr[data-row]')].find(
            ({ dataset }) => dataset.row === linha,
          ) ?? null),
  };
}
