import { setTimeout as pause } from 'node:timers/promises';

/** Longer than the work takes, shorter than a person notices. */
const MINIMO_MS = 60;

/**
 * Does the work and answers, or fails, no sooner than a fixed time after the call: what a known
 * address makes it do more or less than an unknown one does not show.
 */
export async function inStep<T>(trabalho: () => Promise<T>): Promise<T> {
  const [feito] = await Promise.allSettled([trabalho(), pause(MINIMO_MS)]);
  if (feito.status === 'rejected') throw feito.reason;
  return feito.value;
}
