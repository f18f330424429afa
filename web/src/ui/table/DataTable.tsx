import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { cx } from '../cx.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';
import './table.css';
import './tableCards.css';
import { NativeSelect } from '../form/NativeSelect.tsx';
import { SelectBox } from './SelectBox.tsx';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import type { Column, RowSelection, TableKeys } from './tableTypes.ts';
import { useFocusInList } from './useFocusInList.ts';
import { useRowKeys } from './useRowKeys.ts';
import { type SelectionOfPage, useRowSelection } from './useRowSelection.ts';

export type { Column } from './tableTypes.ts';

type DataTableProps<Row> = Omit<TableKeys<Row>, 'onSelect'> & {
  /** The content of the table, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The current order: a column's `sortKey`, with '-' in front when reversed. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** The accessible name of a focused row. */
  rowLabel?: (row: Row) => string;
  /** The key of the row to mark. */
  highlight?: string;
  /** The pager; it stays visible. */
  footer?: ReactNode;
  /** Boxes that select rows; absent: the rows cannot be selected. */
  selection?: RowSelection<Row> | undefined;
  /** Shows placeholders of the final size in place of rows. */
  loading?: boolean;
  /** Under the heads when there are no rows: EmptyState or FailedState. */
  empty?: ReactNode;
};

const PLACEHOLDERS = 8;
/** The rows that a screen shows without scrolling, about. */
const FIRST = 12;

/** A native table; below 720 px each row becomes a card. */
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
  selection: wanted,
  ...actions
}: DataTableProps<Row>) {
  const selection = useRowSelection(rows, wanted);
  const keys = useRowKeys(rows, { ...actions, onSelect: selection?.toggle });
  const focus = useFocusInList();
  const isWhole = useWhole(rows);
  return (
    <div className="data-table" {...focus}>
      <TableSort columns={columns} sort={sort} onSort={onSort} selection={selection} />
      <table aria-busy={loading}>
        <caption className="sr-only">{caption}</caption>
        <TableHead columns={columns} sort={sort} onSort={onSort} selection={selection} />
        <tbody>
          {loading
            ? Array.from({ length: PLACEHOLDERS }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
                <tr key={index} className="placeholder">
                  {selection && <td className="select" />}
                  {columns.map((column) => (
                    <td key={column.key} className={cx(column.actions && 'actions')}>
                      <Skeleton width={column.actions ? 88 : '60%'} />
                    </td>
                  ))}
                </tr>
              ))
            : (isWhole ? rows : rows.slice(0, FIRST)).map((row, index) => (
                <TableRow
                  key={rowKey(row)}
                  name={rowKey(row)}
                  row={row}
                  columns={columns}
                  label={rowLabel?.(row)}
                  highlighted={highlight !== undefined && highlight === rowKey(row)}
                  keys={keys?.(row, index)}
                  selection={selection}
                />
              ))}
        </tbody>
      </table>
      {!loading && rows.length === 0 && empty ? (
        <div className="no-rows" tabIndex={-1}>
          {empty}
        </div>
      ) : null}
      {footer && isWhole ? <div className="footer">{footer}</div> : null}
    </div>
  );
}

/** False in the commit that shows the first rows, which is shorter without the rest and the pager. */
function useWhole(rows: readonly unknown[]): boolean {
  // Rows of the cache are all there at once: the window may return to where it was.
  const [isWhole, setWhole] = useState(rows.length > 0);
  const isFilled = rows.length > 0;
  useEffect(() => {
    if (isFilled) startTransition(() => setWhole(true));
  }, [isFilled]);
  return isWhole || rows.length <= FIRST;
}

type TableSortProps<Row> = {
  columns: readonly Column<Row>[];
  sort?: string;
  onSort?: (sort: string) => void;
  selection: SelectionOfPage<Row> | undefined;
};

/** The order and the box of the page on a phone, where the heads are hidden. */
function TableSort<Row>({ columns, sort, onSort, selection }: TableSortProps<Row>) {
  const sortable = columns.filter((column) => column.sortKey !== undefined);
  if (!onSort || sortable.length === 0) return null;
  return (
    <div className="card-sort">
      {selection && (
        <SelectBox
          labelled
          label={selection.page.label}
          checked={selection.page.every}
          partly={selection.page.some}
          onToggle={selection.page.toggle}
        />
      )}
      <NativeSelect
        compact
        aria-label="Ordenar por"
        value={sort ?? ''}
        onChange={(event) => onSort(event.target.value)}
        options={sortable.flatMap(({ header, sortKey = '' }) => [
          { value: sortKey, label: `${header} ↑` },
          { value: `-${sortKey}`, label: `${header} ↓` },
        ])}
      />
    </div>
  );
}
