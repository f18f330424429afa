import { connected } from '../lib/connection.ts';

const PRIMEIRA = 1_000;
const MAIOR = 10_000;

/** How long to wait before try number `falhas` + 1: 1 → 10 s, up to a fifth less or more. */
export function esperaDe(falhas: number, acaso: number = Math.random()): number {
  const base = Math.min(PRIMEIRA * 1.7 ** falhas, MAIOR / 1.2);
  return Math.round(base * (0.8 + 0.4 * acaso));
}

/** Waits that long, or until `signal`, or until the server is heard of again after a silence. */
export function esperar(milliseconds: number, signal: AbortSignal): Promise<void> {
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
