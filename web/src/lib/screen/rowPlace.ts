/**
 * The place of an element in a list, for when its row disappears: answers the row that is there then,
 * the last one, or the sentence of the empty list; nothing while the list loads. Undefined for an
 * element outside of lists.
 */
export function findRowPlace(element: Element | null): (() => HTMLElement | null) | undefined {
  const row = element?.closest('tr[data-row]');
  const list = row?.closest('.data-table');
  if (!row || !list) return undefined;
  const index = [...(row.parentElement?.children ?? [])].indexOf(row);
  return () => {
    const rows = list.querySelectorAll<HTMLElement>('tr[data-row][tabindex]');
    return rows[Math.min(index, rows.length - 1)] ?? list.querySelector<HTMLElement>('.no-rows');
  };
}
