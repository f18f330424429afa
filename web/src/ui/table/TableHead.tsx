import { useMedia } from '../../lib/screen/useMedia.ts';
import { cx } from '../cx.ts';
import { Icon } from '../Icon.tsx';
import { SelectBox } from './SelectBox.tsx';
import type { Column } from './tableTypes.ts';
import type { SelectionOfPage } from './useRowSelection.ts';

type TableHeadProps<Row> = {
  columns: readonly Column<Row>[];
  sort?: string;
  onSort?: (sort: string) => void;
  selection?: SelectionOfPage<Row> | undefined;
};

const cards = matchMedia('screen and (max-width: 719.98px)');

/** The heads; a sortable one is a button, and its cell has the direction. */
export function TableHead<Row>({ columns, sort, onSort, selection }: TableHeadProps<Row>) {
  // The heads of cards are for readers alone: their controls would have the focus out of sight.
  const isOfCards = useMedia(cards);
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className="select">
            {isOfCards ? (
              selection.page.label
            ) : (
              <SelectBox
                label={selection.page.label}
                checked={selection.page.every}
                partly={selection.page.some}
                onToggle={selection.page.toggle}
              />
            )}
          </th>
        )}
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
              {column.sortKey && onSort && !isOfCards ? (
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
