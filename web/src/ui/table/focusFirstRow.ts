/** Moves the focus to the first row of the screen's list; false when no row takes it. */
export function focusFirstRow(): boolean {
  const row = document.querySelector<HTMLElement>('main .data-table tr[data-row][tabindex]');
  row?.focus();
  return row !== null;
}
