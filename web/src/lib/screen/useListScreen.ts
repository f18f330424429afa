import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { Page } from '../wire/list.ts';
import { listQuery } from '../wire/listQuery.ts';
import { type ListChange, type ListState, useListState } from './urlState.ts';
import { useDelayed } from './useDelayed.ts';

export type ListScreen<T> = {
  state: ListState;
  change: (to: ListChange) => void;
  page: UseQueryResult<Page<T>>;
  /** Removes term and filters. */
  clear: () => void;
  /** A term or a filter is set: an empty list does not mean that there are no records. */
  isNarrowed: boolean;
  /** The page may be drawn: its rows are mounted in slices, between which the browser answers. */
  isReady: boolean;
  /** Placeholders stand where the rows will be. */
  loading: boolean;
  /** The page whose rows are shown, for its count; a failed page keeps no count of the one before. */
  counted: Page<T> | undefined;
  /** The properties of the search bar. */
  search: {
    value: string;
    minChars: number;
    onSearch: (term: string) => void;
    onClear: () => void;
  };
};

/** A shorter term is not searched for, unless it is empty. */
const MIN_CHARS = 3;

/**
 * A searched, filtered and paged list. `filters` must be a constant of the module; a list that is
 * searched by an exact key takes a shorter term.
 */
export function useListScreen<T, K extends QueryKey>(
  pageOf: (query: ReturnType<typeof listQuery>) => UseQueryOptions<Page<T>, Error, Page<T>, K>,
  filters?: readonly string[],
  minChars = MIN_CHARS,
): ListScreen<T> {
  const [state, change] = useListState(filters);
  const page = useQuery(pageOf(listQuery(state)));
  const isReady = useDeferredValue(!page.isPending);
  const loading = useDelayed(!isReady);
  const names = Object.keys(state.filtros);
  const clear = () =>
    change({ q: '', filtros: Object.fromEntries(names.map((name) => [name, ''])) });
  return {
    state,
    change,
    page,
    clear,
    isNarrowed: state.q !== '' || Object.values(state.filtros).some(Boolean),
    isReady,
    loading,
    counted: page.isError || !isReady || loading ? undefined : page.data,
    search: {
      value: state.q,
      minChars,
      onSearch(q) {
        change({ q });
        // The same term again reloads the list.
        if (q === state.q) void page.refetch();
      },
      onClear: clear,
    },
  };
}
