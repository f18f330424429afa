import { useRef } from 'react';
import { number } from '../time/format.ts';
import type { Page } from '../wire/list.ts';

/** The place of a page's first row in the list, from 1; undefined when nothing tells it. */
function findPosition(
  { items, total, mais, next, previous }: Page<unknown>,
  inicio: number | undefined,
): number | undefined {
  if (previous === undefined) return 1;
  // The last page ends with the last row, whatever was added or removed before it.
  return next === undefined && !mais ? total - items.length + 1 : inicio;
}

type PositionQuery = { data?: Page<unknown> | undefined; isPlaceholderData: boolean };

/** The position of the page on screen; while the next one loads, that of the page before. */
export function usePosition(
  { data, isPlaceholderData }: PositionQuery,
  inicio: number | undefined,
): number | undefined {
  const shown = useRef<number>(undefined);
  if (data && !isPlaceholderData) shown.current = findPosition(data, inicio);
  return shown.current;
}

/** '26–50 de 3.000', '26–50 de mais de 10.000'; without a position the total alone. */
export function formatRange({ items, total, mais }: Page<unknown>, position?: number): string {
  const all = `${mais ? 'mais de ' : ''}${number(total)}`;
  if (position === undefined || items.length === 0) return all;
  const last = position + items.length - 1;
  // Rows were removed since the position was told.
  if (position < 1 || (last > total && !mais)) return all;
  return `${number(position)}–${number(last)} de ${all}`;
}
