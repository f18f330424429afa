import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useDelayed } from '../../lib/screen/useDelayed.ts';
import type { Page } from '../../lib/wire/list.ts';
import { FailedQuery } from '../feedback/FailedQuery.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { Panel } from './Panel.tsx';

type LastChangedProps<Row> = {
  page: UseQueryResult<Page<Row>>;
  /** The title of a failure. */
  failure: string;
  rowKey: (row: Row) => string;
  /** The page of a record: its line is a link to it. */
  pathOf: (row: Row) => string;
  renderRow: (row: Row) => ReactNode;
};

/** The records that were changed last; nothing while there is none. */
export function LastChanged<Row>({
  page,
  failure,
  rowKey,
  pathOf,
  renderRow,
}: LastChangedProps<Row>) {
  const { data, error } = page;
  const waits = useDelayed(page.isPending);
  if (!error && (data ? data.items.length === 0 : !waits)) return null;
  return (
    <Panel title="Últimos alterados">
      {error ? (
        <FailedQuery title={failure} query={page} />
      ) : (
        <ul aria-busy={!data} className="divide-y divide-border">
          {data?.items.map((row) => (
            <li key={rowKey(row)}>
              <Link
                to={pathOf(row)}
                className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 rounded-control px-2 py-2 text-text hover:bg-hover hover:no-underline"
              >
                {renderRow(row)}
              </Link>
            </li>
          )) ?? (
            <li>
              <Skeleton height={240} />
            </li>
          )}
        </ul>
      )}
    </Panel>
  );
}
