/** Milliseconds that the server's clock is ahead of this device's. */
let ahead = 0;

/** Seconds are all that a Date header tells: less than that is no difference. */
const PRECISION = 1_500;

/** What an answer says of the server's time. */
export function noteDate(header: string | null): void {
  const difference = Date.parse(header ?? '') - Date.now();
  if (Number.isNaN(difference)) return;
  ahead = Math.abs(difference) > PRECISION ? difference : 0;
}

/** The time as the server has it, whatever this device thinks; within a second or two. */
export const serverNow = (): number => Date.now() + ahead;
