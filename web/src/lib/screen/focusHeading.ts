/** Moves the focus to the heading of the top dialog or of the screen. */
export function focusHeading(): void {
  const dialog = [...document.querySelectorAll<HTMLElement>('[role$="dialog"]')].at(-1);
  const place = dialog ?? document.querySelector<HTMLElement>('main h1');
  place?.focus({ preventScroll: true });
}
