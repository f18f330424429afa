import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import type { TableKeys } from './tableTypes.ts';

/** The specification's page for keyboard paging. */
const PAGE = 5;
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };

const focusRow = (from: HTMLElement, index: number): void => {
  const row = from.parentElement?.children[index];
  if (row instanceof HTMLElement) row.focus();
};

/**
 * Rows that take focus one at a time: arrows and Page keys move, Enter opens, `e` edits, Delete
 * deletes. Without any action the rows are no stops at all.
 */
export function useRowKeys<Row>(
  rows: readonly Row[],
  { onOpen, onEdit, onDelete }: TableKeys<Row>,
): ((row: Row, index: number) => ComponentProps<'tr'>) | undefined {
  const [current, setCurrent] = useState(0);
  if (!onOpen && !onEdit && !onDelete) return undefined;
  const stop = Math.min(current, rows.length - 1);

  return (row, index) => ({
    tabIndex: index === stop ? 0 : -1,
    onFocus: () => setCurrent(index),
    onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => {
      // A key pressed on a button inside the row is the button's.
      if (event.target !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) {
        return;
      }
      const step = STEPS[event.key];
      const act = event.key === 'Enter' ? onOpen : event.key === 'Delete' ? onDelete : undefined;
      const edit = event.key === 'e' || event.key === 'E' ? onEdit : undefined;
      if (step === undefined && !act && !edit) return;
      event.preventDefault();
      if (step !== undefined) {
        focusRow(event.currentTarget, Math.max(0, Math.min(rows.length - 1, index + step)));
      } else {
        (act ?? edit)?.(row);
      }
    },
  });
}
