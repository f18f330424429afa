/** The times of the log for people: as a clock in São Paulo shows them, in ISO 8601. */
import { once } from '@unipark/contract/once';

const local = once(
  () =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/Sao_Paulo',
      dateStyle: 'short',
      timeStyle: 'medium',
    }),
);

/** '2026-11-25T17:05:06.123-03:00'. Brazil has had no summer time since 2019. */
export const formatLogTime = (ms: number): string =>
  `${local().format(ms).replace(' ', 'T')}.${String(Math.floor(ms) % 1_000).padStart(3, '0')}-03:00`;
