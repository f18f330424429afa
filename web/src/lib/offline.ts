/** What this browser keeps for the hours without a server, and when it must let go of it. */

/** A copy of the register, to read. */
export const REGISTER = 'unipark.cadastro';
/** What was registered and not yet sent. */
export const OUTBOX = 'unipark.fila';

/** Until when the copy may be read (ms); beside it in localStorage, where a start sees it at once. */
const UNTIL_KEY = 'unipark.cadastro.ate';

// Absent in old private windows: what is kept then lives as long as the page.
const drop = (name: string) => globalThis.indexedDB?.deleteDatabase(name);

/** The copy of the register goes with the session of whoever read it. */
export function forgetRegister(): void {
  localStorage.removeItem(UNTIL_KEY);
  drop(REGISTER);
}

export function keepRegisterUntil(until: number): void {
  localStorage.setItem(UNTIL_KEY, String(until));
}

/** Whether a copy may still be read. */
export const isRegisterFresh = (now = Date.now()): boolean =>
  now < Number(localStorage.getItem(UNTIL_KEY) ?? 0);

/** A copy past its time is not even kept. */
export function forgetStaleRegister(): void {
  if (localStorage.getItem(UNTIL_KEY) !== null && !isRegisterFresh()) forgetRegister();
}

/** What waits to be sent outlives the end of a session, but not a sign-out. */
export const forgetOutbox = (): void => void drop(OUTBOX);
