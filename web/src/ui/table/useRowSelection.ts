import { useState } from 'react';
import type { RowSelection } from './tableTypes.ts';

/** Selecting one row of the page, or with Shift all from the row before; and all of the page. */
export function useRowSelection<Row>(
  rows: readonly Row[],
  selection: RowSelection<Row> | undefined,
) {
  const [last, setLast] = useState<Row>();
  if (!selection) return undefined;
  const { isSelected, select, label, pageLabel } = selection;
  const some = rows.some(isSelected);
  const every = rows.length > 0 && rows.every(isSelected);
  return {
    isSelected,
    label,
    page: { label: pageLabel, some, every, toggle: () => select([...rows], !every) },
    toggle(row: Row, range: boolean) {
      const to = rows.indexOf(row);
      const from = range && last !== undefined ? rows.indexOf(last) : to;
      const [first, end] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
      select(rows.slice(first, end + 1), !isSelected(row));
      setLast(row);
    },
  };
}

export type SelectionOfPage<Row> = NonNullable<ReturnType<typeof useRowSelection<Row>>>;
