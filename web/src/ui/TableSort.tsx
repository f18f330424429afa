import { NativeSelect } from './NativeSelect.tsx';
import type { Column } from './tableTypes.ts';

type TableSortProps<Row> = {
  columns: readonly Column<Row>[];
  sort?: string;
  onSort?: (sort: string) => void;
};

/** The order of the cards on a phone, where the heads are not shown. */
export function TableSort<Row>({ columns, sort, onSort }: TableSortProps<Row>) {
  const sortable = columns.filter((column) => column.sortKey !== undefined);
  if (!onSort || sortable.length === 0) return null;
  return (
    <div className="card-sort">
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
