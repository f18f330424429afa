import type { ComponentProps, ReactNode } from 'react';
import { formatRange, usePosition } from '../../lib/screen/pagePosition.ts';
import { useIsEmpty } from '../../lib/screen/urlState.ts';
import type { ListScreen } from '../../lib/screen/useListScreen.ts';
import { FailedQuery } from '../feedback/FailedQuery.tsx';
import { DataTable } from './DataTable.tsx';
import { Pager } from './Pager.tsx';

type PagedTableProps<Row> = Omit<
  ComponentProps<typeof DataTable<Row>>,
  'rows' | 'loading' | 'footer' | 'empty' | 'sort' | 'onSort'
> & {
  list: ListScreen<Row>;
  /** The order without one in the address. Without it the list has only one order. */
  defaultSort?: string;
  /** The empty state: no records yet, or no match. */
  empty: ReactNode;
  /** The rows to show, from those of the page. */
  arrange?: (rows: Row[]) => Row[];
};

/** A list with its four states — loading, empty, failed, full — and its pages by cursor. */
export function PagedTable<Row>({
  list: { page, isReady, loading, state, change },
  defaultSort,
  empty,
  arrange,
  ...table
}: PagedTableProps<Row>) {
  const { error } = page;
  const data = isReady ? page.data : undefined;
  const isEmpty = useIsEmpty(page);
  const position = usePosition(page, state.inicio);
  const { limite } = state;
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
          <FailedQuery title="Não foi possível carregar a lista." query={page} />
        ) : (
          isReady && isEmpty && empty
        )
      }
      footer={
        // Under the placeholders it would move when they go.
        data &&
        !loading &&
        !error &&
        (rows.length > 0 || data.previous) && (
          <Pager
            previous={data.previous !== undefined}
            next={data.next !== undefined}
            range={formatRange(data, position)}
            onPrevious={() =>
              change({ antes: data.previous, inicio: position && Math.max(1, position - limite) })
            }
            onNext={() =>
              change({ apos: data.next, inicio: position && position + data.items.length })
            }
            limit={limite}
            onLimit={(to) => change({ limite: to })}
          />
        )
      }
    />
  );
}
