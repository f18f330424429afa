/** Moves the focus to the heading of the top dialog or of the screen; false while there is none. */
export function focusHeading(): boolean {
  const dialog = [...document.querySelectorAll<HTMLElement>('[role$="dialog"]')].at(-1);
  const place = dialog ?? document.querySelector<HTMLElement>('main h1');
  place?.focus({ preventScroll: true });
  return place !== null && document.activeElement === place;
}

/** A part of a screen that takes longer is drawn without the focus. */
const ESPERA_MS = 5_000;

/** As `focusHeading`, when the screen is drawn. Nothing once a person has moved the focus. */
export function focusHeadingSoon(): () => void {
  const fim = performance.now() + ESPERA_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    if (focusHeading() || performance.now() > fim) return;
    timer = setTimeout(() => document.activeElement === document.body && look(), 50);
  };
  look();
  return () => clearTimeout(timer);
}
