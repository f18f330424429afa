/** Limits for expensive work, and one shared run for equal requests. */
import { busy, type Problem } from './errors.ts';

/**
 * Runs at most `vagas` at once; up to `fila` wait, others get 503 at once. The abort of a caller's
 * signal ends its wait: it rejects with the signal's reason, and the work never begins.
 */
export function createSemaphore(vagas: number, fila = Number.POSITIVE_INFINITY) {
  const espera = new Set<() => void>();
  let livres = vagas;

  async function wait(sinal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      if (espera.delete(resolve)) reject(sinal?.reason);
    };
    espera.add(resolve);
    sinal?.addEventListener('abort', leave, { once: true });
    await promise;
    sinal?.removeEventListener('abort', leave);
  }

  return async <T>(work: () => Promise<T>, sinal?: AbortSignal): Promise<T> => {
    sinal?.throwIfAborted();
    if (livres > 0) livres -= 1;
    else if (espera.size >= fila) throw busy();
    else await wait(sinal);
    try {
      return await work();
    } finally {
      const [proximo] = espera;
      if (proximo) {
        espera.delete(proximo);
        proximo();
      } else livres += 1;
    }
  };
}

/**
 * At most `vagas` at once for each key, such as an account. Answers the function that leaves, which
 * may be called again.
 * @throws {Problem} `refuse()` when all of a key are taken
 */
export function createTurns(vagas: number, refuse: () => Problem) {
  const tomadas = new Map<string, number>();
  return (chave: string): (() => void) => {
    const abertas = tomadas.get(chave) ?? 0;
    if (abertas >= vagas) throw refuse();
    tomadas.set(chave, abertas + 1);
    let dentro = true;
    return () => {
      if (!dentro) return;
      dentro = false;
      const restam = (tomadas.get(chave) ?? 1) - 1;
      if (restam > 0) tomadas.set(chave, restam);
      else tomadas.delete(chave);
    };
  };
}

interface Flight {
  result: Promise<unknown>;
  waiting: number;
  end: AbortController;
}

/**
 * One run for each key: a caller joins the current run or starts it. The run is aborted when all
 * its callers have aborted. @throws the error of the run, or the reason of the caller's own signal
 */
export function createFlights() {
  const flights = new Map<string, Flight>();
  const forget = (key: string, flight: Flight): void => {
    if (flights.get(key) === flight) flights.delete(key);
  };

  function start(key: string, run: (signal: AbortSignal) => Promise<unknown>): Flight {
    const end = new AbortController();
    const flight = { result: run(end.signal), waiting: 0, end };
    const land = (): void => forget(key, flight);
    flight.result.then(land, land);
    flights.set(key, flight);
    return flight;
  }

  return async <T>(
    key: string,
    signal: AbortSignal,
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    signal.throwIfAborted();
    const flight = flights.get(key) ?? start(key, run);
    flight.waiting += 1;
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    const leave = (): void => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    try {
      return (await Promise.race([flight.result, givenUp])) as T;
    } finally {
      signal.removeEventListener('abort', leave);
      flight.waiting -= 1;
      if (flight.waiting === 0) {
        forget(key, flight);
        flight.end.abort(signal.reason);
      }
    }
  };
}
