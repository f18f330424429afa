import { setTimeout as pause } from 'node:timers/promises';

/** Longer than the work takes, shorter than a person notices. */
const MINIMO_MS = 60;

/** Answers or fails no sooner than a fixed time: it does not show if an address is known. */
export async function inStep<T>(work: () => Promise<T>): Promise<T> {
  const [feito] = await Promise.allSettled([work(), pause(MINIMO_MS)]);
  if (feito.status === 'rejected') throw feito.reason;
  return feito.value;
}
