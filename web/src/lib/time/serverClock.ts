/** Milliseconds that the server's clock is ahead of this device's. */
let ahead = 0;

/** A Date header has whole seconds: a smaller difference counts as none. */
const PRECISION = 1_500;

/** Stores the server's time from the Date header of an answer; ignores an unreadable one. */
export function noteDate(header: string | null): void {
  const difference = Date.parse(header ?? '') - Date.now();
  if (Number.isNaN(difference)) return;
  ahead = Math.abs(difference) > PRECISION ? difference : 0;
}

/** The server's time, within two seconds, with any clock of the device. */
export const serverNow = (): number => Date.now() + ahead;
