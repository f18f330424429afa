import { cx } from '../cx.ts';
import { Icon } from '../Icon.tsx';
import type { Column } from './tableTypes.ts';

type TableHeadProps<Row> = {
  columns: readonly Column<Row>[];
  sort?: string;
  onSort?: (sort: string) => void;
};

/** The heads; a sortable one is a button, and its cell has the direction. */
export function TableHead<Row>({ columns, sort, onSort }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const ascending = column.sortKey !== undefined && sort === column.sortKey;
          const descending = column.sortKey !== undefined && sort === `-${column.sortKey}`;
          const next = ascending ? `-${column.sortKey}` : (column.sortKey ?? '');
          const sorted = ascending ? 'ascending' : descending ? 'descending' : undefined;
          return (
            <th
              key={column.key}
              scope="col"
              aria-sort={sorted}
              style={{ width: column.width }}
              className={cx(column.align === 'end' && 'end', column.actions && 'actions')}
            >
              {column.sortKey && onSort ? (
                <button type="button" onClick={() => onSort(next)} data-sorted={sorted}>
                  {column.header}
                  <Icon name={descending ? 'chevron-down' : 'chevron-up'} size={16} />
                </button>
              ) : (
                column.header
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
