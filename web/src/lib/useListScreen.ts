import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import type { Page } from './list.ts';
import { listQuery } from './listQuery.ts';
import { type ListChange, type ListState, useListState } from './urlState.ts';

export type ListScreen<T> = {
  state: ListState;
  change: (to: ListChange) => void;
  page: UseQueryResult<Page<T>>;
  /** Takes term and filters away. */
  clear: () => void;
  /** A term or a filter is set: nothing found does not mean that nothing is there. */
  isNarrowed: boolean;
  /** The page that was counted; a failed one is no count of what its predecessor held. */
  counted: Page<T> | undefined;
  /** For the search bar. */
  search: {
    value: string;
    minChars: number;
    onSearch: (term: string) => void;
    onClear: () => void;
  };
};

/** A shorter term than this is not searched for, unless it is none at all. */
const MIN_CHARS = 3;

/**
 * A searched, filtered and paged list: its state in the address, the page on show, and what the
 * search bar and the count need. `filters` must be a constant of the module.
 */
export function useListScreen<T, K extends QueryKey>(
  pageOf: (query: ReturnType<typeof listQuery>) => UseQueryOptions<Page<T>, Error, Page<T>, K>,
  filters?: readonly string[],
): ListScreen<T> {
  const [state, change] = useListState(filters);
  const page = useQuery(pageOf(listQuery(state)));
  const names = Object.keys(state.filtros);
  const clear = () =>
    change({ q: '', filtros: Object.fromEntries(names.map((name) => [name, ''])) });
  return {
    state,
    change,
    page,
    clear,
    isNarrowed: state.q !== '' || Object.values(state.filtros).some(Boolean),
    counted: page.isError ? undefined : page.data,
    search: {
      value: state.q,
      minChars: MIN_CHARS,
      onSearch(q) {
        change({ q });
        // The same term again asks for the list as it is now.
        if (q === state.q) void page.refetch();
      },
      onClear: clear,
    },
  };
}
