import { connected } from '../../lib/wire/connection.ts';

const PRIMEIRA = 1_000;
const MAIOR = 10_000;

/** The wait before try number `falhas` + 1: 1 s to 10 s, with a random fifth added or removed. */
export function getEspera(falhas: number, acaso: number = Math.random()): number {
  const base = Math.min(PRIMEIRA * 1.7 ** falhas, MAIOR / 1.2);
  return Math.round(base * (0.8 + 0.4 * acaso));
}

/** Waits this long, or until `signal` aborts, or until the server answers again. */
export function waitToRetry(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      forget();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    const forget = connected.subscribe(() => connected.get() && end());
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
