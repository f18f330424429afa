/**
 * The clock of the database. The nodes of an installation compare stored times with each other:
 * sessions, waits, tickets, heartbeats. So each node corrects its machine's clock by this one.
 */
import type { ClientBase } from 'pg';
import { clockCorrection, correctClock } from '../../clock.ts';

/** A smaller change is not applied: it is the network's, and the time would go back and forth. */
const NOISE_MS = 50;

/** Asks the database for its time, and corrects ours by it. @throws the driver's errors */
export async function followClock(client: ClientBase): Promise<void> {
  const asked = performance.now();
  const { rows } = await client.query<{ ms: string }>(
    'select extract(epoch from clock_timestamp()) * 1000 as ms',
  );
  // The time of the answer is known within the half of its journey.
  const half = (performance.now() - asked) / 2;
  const difference = Number(rows[0]?.ms) + half - Date.now();
  if (Math.abs(difference - clockCorrection()) > NOISE_MS + half)
    correctClock(Math.round(difference));
}
