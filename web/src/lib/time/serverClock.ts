/** Milliseconds that the server's clock is ahead of this device's. */
let ahead = 0;
let compared = false;

/** A Date header has whole seconds: a smaller difference counts as none. */
const PRECISION = 1_500;

/** Stores the server's time from the Date header of an answer; ignores an unreadable one. */
export function noteDate(header: string | null): void {
  const difference = Date.parse(header ?? '') - Date.now();
  if (Number.isNaN(difference)) return;
  compared = true;
  ahead = Math.abs(difference) > PRECISION ? difference : 0;
}

/** Whether the server has answered since the page was opened: before, its clock is the device's. */
export const isClockCompared = (): boolean => compared;

/** The server's time, within two seconds, with any clock of the device. */
export const serverNow = (): number => Date.now() + ahead;
