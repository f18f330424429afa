/** The pace of requests to providers: one at a time, with a pause between them, and repeats. */
import { setTimeout as sleep } from 'node:timers/promises';
import { FalhaDoProvedor } from '../provedores/provedor.ts';

export interface RefreshPace {
  /** Between two requests. */
  pausaMs: number;
  /** After the first failure, and the longest one. */
  minMs: number;
  maxMs: number;
  /** Tries of one request before it fails. */
  tentativas: number;
}

export const RITMO: RefreshPace = { pausaMs: 500, minMs: 1_000, maxMs: 60_000, tentativas: 6 };

/** A wait of about this length: clients that fail together do not return together. */
export const jitter = (ms: number): number => ms * (0.8 + Math.random() * 0.4);

/** Waits. @throws when the signal aborts */
export async function pause(ms: number, sinal: AbortSignal): Promise<void> {
  sinal.throwIfAborted();
  if (ms > 0) await sleep(ms, undefined, { signal: sinal });
}

/**
 * Asks, and repeats with longer and longer waits. After a refusal, or a Retry-After above our
 * longest wait, it does not repeat.
 * @throws {FalhaDoProvedor} the last failure
 */
export async function insist<T>(
  ask: (sinal: AbortSignal) => Promise<T>,
  { minMs, maxMs, tentativas }: RefreshPace,
  sinal: AbortSignal,
): Promise<T> {
  for (let falhas = 0; ; falhas += 1) {
    try {
      return await ask(sinal);
    } catch (error) {
      sinal.throwIfAborted();
      if (!(error instanceof FalhaDoProvedor) || error.recusa) throw error;
      const pedida = (error.esperarS ?? 0) * 1_000;
      if (falhas + 1 >= tentativas || pedida > maxMs) throw error;
      await pause(Math.max(jitter(Math.min(minMs * 2 ** falhas, maxMs)), pedida), sinal);
    }
  }
}
