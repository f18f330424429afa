import { type ComponentProps, type KeyboardEvent, type MouseEvent, useState } from 'react';
import { focusSearch } from '../../lib/screen/focusSearch.ts';
import type { TableKeys } from './tableTypes.ts';

/** The number of rows of a page key, in the specification. */
const PAGE = 5;
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };

type RowProps = ComponentProps<'tr'> & { 'data-opens'?: boolean };

const focusRow = (from: HTMLElement, index: number): void => {
  const row = from.parentElement?.children[index];
  if (row instanceof HTMLElement) row.focus();
};

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, select, label') !== null;

/** One Tab stop: arrows and Page keys move, Enter opens, `e` edits, Delete deletes, Space selects; none without actions. */
export function useRowKeys<Row>(
  rows: readonly Row[],
  { onOpen, onEdit, onDelete, onSelect, openOnClick = false }: TableKeys<Row>,
): ((row: Row, index: number) => RowProps) | undefined {
  const [current, setCurrent] = useState(0);
  if (!onOpen && !onEdit && !onDelete && !onSelect) return undefined;
  const stop = Math.min(current, rows.length - 1);

  return (row, index) => ({
    tabIndex: index === stop ? 0 : -1,
    onFocus: () => setCurrent(index),
    onClick: openOnClick
      ? ({ target }: MouseEvent) => {
          // Text selected with the mouse is for copying.
          if (isControl(target) || getSelection()?.toString()) return;
          onOpen?.(row);
        }
      : undefined,
    'data-opens': openOnClick || undefined,
    onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => {
      // A key on a button inside the row belongs to the button.
      if (event.target !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) {
        return;
      }
      if (event.key === ' ' && onSelect) {
        event.preventDefault();
        onSelect(row, event.shiftKey);
        return;
      }
      const step = STEPS[event.key];
      const act = event.key === 'Enter' ? onOpen : event.key === 'Delete' ? onDelete : undefined;
      const edit = event.key === 'e' || event.key === 'E' ? onEdit : undefined;
      if (step === undefined && !act && !edit) return;
      event.preventDefault();
      // Above the first row is the search box, from which ↓ leads here.
      if (event.key === 'ArrowUp' && index === 0 && focusSearch()) return;
      if (step !== undefined) {
        focusRow(event.currentTarget, Math.max(0, Math.min(rows.length - 1, index + step)));
      } else {
        (act ?? edit)?.(row);
      }
    },
  });
}
