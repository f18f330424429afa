import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Skeleton } from './Skeleton.tsx';
import './table.css';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import { TableSort } from './TableSort.tsx';
import type { Column, TableKeys } from './tableTypes.ts';
import { useRowKeys } from './useRowKeys.ts';

export type { Column } from './tableTypes.ts';

type DataTableProps<Row> = TableKeys<Row> & {
  /** Says what the table holds; for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The order now: a column's `sortKey`, with '-' in front when reversed. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** Accessible name of a row that has focus. */
  rowLabel?: (row: Row) => string;
  /** Key of the row to point out. */
  highlight?: string;
  /** The pager; stays in view. */
  footer?: ReactNode;
  /** Shows places of the final size instead of rows. */
  loading?: boolean;
  /** Stands under the heads when there are no rows: EmptyState or FailedState. */
  empty?: ReactNode;
};

const PLACEHOLDERS = 8;

/** A real table; below 720 px each row becomes a card. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  sort,
  onSort,
  rowLabel,
  highlight,
  footer,
  loading = false,
  empty,
  ...actions
}: DataTableProps<Row>) {
  const keys = useRowKeys(rows, actions);
  return (
    <div className="data-table">
      <TableSort columns={columns} sort={sort} onSort={onSort} />
      <table aria-busy={loading}>
        <caption className="sr-only">{caption}</caption>
        <TableHead columns={columns} sort={sort} onSort={onSort} />
        <tbody>
          {loading
            ? Array.from({ length: PLACEHOLDERS }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
                <tr key={index} className="placeholder">
                  {columns.map((column) => (
                    <td key={column.key} className={cx(column.actions && 'actions')}>
                      <Skeleton width={column.actions ? 88 : '60%'} />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row, index) => (
                <TableRow
                  key={rowKey(row)}
                  name={rowKey(row)}
                  row={row}
                  columns={columns}
                  label={rowLabel?.(row)}
                  highlighted={highlight !== undefined && highlight === rowKey(row)}
                  keys={keys?.(row, index)}
                />
              ))}
        </tbody>
      </table>
      {!loading && rows.length === 0 && empty ? <div className="no-rows">{empty}</div> : null}
      {footer ? <div className="footer">{footer}</div> : null}
    </div>
  );
}
