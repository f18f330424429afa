/** Puts the focus where a screen, or the dialog over it, begins, when what had it is gone. */
export function focusHeading(): void {
  const dialog = [...document.querySelectorAll<HTMLElement>('[role$="dialog"]')].at(-1);
  const place = dialog ?? document.querySelector<HTMLElement>('main h1');
  place?.focus({ preventScroll: true });
}
