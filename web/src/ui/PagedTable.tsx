import type { ComponentProps, ReactNode } from 'react';
import { ApiError } from '../lib/errors.ts';
import { useIsEmpty } from '../lib/urlState.ts';
import type { ListScreen } from '../lib/useListScreen.ts';
import { DataTable } from './DataTable.tsx';
import { FailedState } from './FailedState.tsx';
import { Pager } from './Pager.tsx';
import { useDelayed } from './useDelayed.ts';

type PagedTableProps<Row> = Omit<
  ComponentProps<typeof DataTable<Row>>,
  'rows' | 'loading' | 'footer' | 'empty' | 'sort' | 'onSort'
> & {
  list: ListScreen<Row>;
  /** The order while the address names none. Without it the list has one order alone. */
  defaultSort?: string;
  /** Says that nothing is there yet, or that nothing matches. */
  empty: ReactNode;
  /** The rows to show of those that came. */
  arrange?: (rows: Row[]) => Row[];
};

/** A list with its four faces — loading, empty, failed, full — and its pages by cursor. */
export function PagedTable<Row>({
  list: { page, state, change },
  defaultSort,
  empty,
  arrange,
  ...table
}: PagedTableProps<Row>) {
  const { data, error } = page;
  const loading = useDelayed(page.isPending);
  const isEmpty = useIsEmpty(page);
  const items = error ? [] : (data?.items ?? []);
  const rows = arrange && !error ? arrange(items) : items;
  return (
    <DataTable
      {...table}
      rows={rows}
      sort={defaultSort && (state.ordem || defaultSort)}
      onSort={defaultSort ? (ordem) => change({ ordem }) : undefined}
      loading={loading}
      empty={
        error ? (
          <FailedState
            title="Não foi possível carregar a lista."
            text={error.message}
            requestId={error instanceof ApiError ? error.pedido : undefined}
            retrying={page.isFetching}
            onRetry={() => page.refetch()}
          />
        ) : (
          isEmpty && empty
        )
      }
      footer={
        data &&
        !error &&
        (rows.length > 0 || data.previous) && (
          <Pager
            previous={data.previous !== undefined}
            next={data.next !== undefined}
            onPrevious={() => change({ antes: data.previous })}
            onNext={() => change({ apos: data.next })}
            limit={state.limite}
            onLimit={(limite) => change({ limite })}
          />
        )
      }
    />
  );
}
