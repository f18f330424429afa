/** The search box of the screen. */
export const SEARCH_BOX = 'main input[type="search"]';

/** Moves the focus to the screen's search box; false when it has none. */
export function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>(SEARCH_BOX);
  box?.focus();
  return box !== null;
}
