/** How politely the providers are asked: one question at a time, a pause between, and patience. */
import { setTimeout as sleep } from 'node:timers/promises';
import { FalhaDoProvedor } from '../provedores/provedor.ts';

export interface Ritmo {
  /** Between two questions. */
  pausaMs: number;
  /** After the first failure, and at most. */
  minMs: number;
  maxMs: number;
  /** Questions of one kind before it is given up. */
  tentativas: number;
}

export const RITMO: Ritmo = { pausaMs: 500, minMs: 1_000, maxMs: 60_000, tentativas: 6 };

/** A wait of about so long: many who fail together do not come back together. */
export const jitter = (ms: number): number => ms * (0.8 + Math.random() * 0.4);

/** Waits. @throws when the signal aborts */
export async function pause(ms: number, sinal: AbortSignal): Promise<void> {
  sinal.throwIfAborted();
  if (ms > 0) await sleep(ms, undefined, { signal: sinal });
}

/**
 * Asks, and asks again with ever longer waits. Who tells us to stay away, or to come back after more
 * than our longest wait, is not asked again.
 * @throws {FalhaDoProvedor} the last failure
 */
export async function insist<T>(
  ask: (sinal: AbortSignal) => Promise<T>,
  { minMs, maxMs, tentativas }: Ritmo,
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
