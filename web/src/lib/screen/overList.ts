import { useLocation, useNavigate } from 'react-router';

/** Set by a link in the list: closing the page of the record returns there. */
export const DA_LISTA = { daLista: true } as const;

/** Opens the page of a record over the list, which keeps its search and its scroll position. */
export function useOpenOverList<Row>(pathOf: (row: Row) => string): (row: Row) => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (row) =>
    navigate({ pathname: pathOf(row), search }, { state: DA_LISTA, preventScrollReset: true });
}
