import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';

export const LIMITES = [25, 50, 100] as const;

/** The state of a list in its address: back restores it, and a link can be shared. */
export type ListState = {
  q: string;
  ordem: string;
  limite: number;
  apos: string;
  antes: string;
  /** The place of the first row in the list, from 1; a cursor does not tell it. */
  inicio: number | undefined;
  filtros: Record<string, string>;
};

export type ListChange = Partial<Omit<ListState, 'filtros'>> & {
  filtros?: Record<string, string>;
};

const LIMITE_PADRAO = LIMITES[0];

function limiteOf(text: string | null): number {
  return LIMITES.find((limite) => String(limite) === text) ?? LIMITE_PADRAO;
}

const inicioOf = (text: string): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

export function readListState(params: URLSearchParams, filters: readonly string[]): ListState {
  const get = (key: string) => params.get(key) ?? '';
  return {
    q: get('q'),
    ordem: get('ordem'),
    limite: limiteOf(params.get('limite')),
    apos: get('apos'),
    antes: get('antes'),
    inicio: inicioOf(get('inicio')),
    filtros: Object.fromEntries(filters.map((name) => [name, get(name)])),
  };
}

/** The address after a change; a change of anything but the page returns to the first page. */
export function changeListState(params: URLSearchParams, change: ListChange): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('apos');
  next.delete('antes');
  next.delete('inicio');
  const { filtros = {}, limite, inicio, ...rest } = change;
  const values: Record<string, string | undefined> = { ...rest, ...filtros };
  if (inicio !== undefined) values.inicio = String(inicio);
  if (limite !== undefined) values.limite = limite === LIMITE_PADRAO ? '' : String(limite);
  for (const [key, value] of Object.entries(values)) {
    if (value) next.set(key, value);
    else next.delete(key);
  }
  return next;
}

/** The list's state and its setter. `filters` must be a constant of the module. */
export function useListState(filters: readonly string[] = NO_FILTERS) {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readListState(params, filters), [params, filters]);
  const change = useCallback(
    (to: ListChange) => setParams((current) => changeListState(current, to)),
    [setParams],
  );
  return [state, change] as const;
}
const NO_FILTERS: readonly string[] = [];

type PageQuery = {
  isSuccess: boolean;
  isPlaceholderData: boolean;
  data?: { items: readonly unknown[] } | undefined;
};

/**
 * Whether there is nothing to show. An empty later page (its last row was deleted) does not count:
 * the list returns to the first page.
 */
export function useIsEmpty({ isSuccess, isPlaceholderData, data }: PageQuery): boolean {
  const [params, setParams] = useSearchParams();
  const isBare = isSuccess && !isPlaceholderData && data?.items.length === 0;
  const isLeaving = isBare && (params.has('apos') || params.has('antes'));
  useEffect(() => {
    if (isLeaving) setParams((current) => changeListState(current, {}), { replace: true });
  }, [isLeaving, setParams]);
  return isBare && !isLeaving;
}
