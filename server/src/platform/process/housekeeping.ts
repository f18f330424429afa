import type { FastifyBaseLogger } from 'fastify';
import { nowMs } from '../clock.ts';

const UMA_HORA_MS = 3_600_000;
/** After the full hour: what ends with a day has ended for every node. */
const FOLGA_MS = 5_000;

/** After a jump this large the clock was set: rows that look expired may not be. */
const SALTO_MS = 7 * 24 * UMA_HORA_MS;
/** Nothing is removed for this long after a jump: time to check the clock. */
const ESPERA_MS = 24 * UMA_HORA_MS;

type Chore = () => Promise<void>;

/**
 * Runs every job now and again after each full hour, midnight among them; after a jump of the clock
 * a day later, because a clock far ahead must not remove new rows. `newest` is the newest stored
 * time. A job that fails is logged, tried again, and stops no other. Answers the function that stops
 * it, which waits for the running job.
 */
export async function keepHouse(
  jobs: Record<string, Chore>,
  log: Pick<FastifyBaseLogger, 'error'>,
  { newest }: { newest?: number | undefined } = {},
): Promise<() => Promise<void>> {
  let visto = { parede: newest ?? nowMs(), decorrido: performance.now() };
  let salto = Number.NEGATIVE_INFINITY;
  const runAll = async (): Promise<void> => {
    const agora = { parede: nowMs(), decorrido: performance.now() };
    const adiante = agora.parede - visto.parede - (agora.decorrido - visto.decorrido);
    visto = agora;
    if (adiante > SALTO_MS) {
      salto = agora.decorrido;
      const dias = Math.round(adiante / (24 * UMA_HORA_MS));
      log.error({ dias }, 'the clock leapt ahead: nothing is cleared for a day');
    }
    if (agora.decorrido - salto < ESPERA_MS) return;
    for (const [job, run] of Object.entries(jobs)) {
      await run().catch((err: unknown) => log.error({ err, job }, 'housekeeping'));
    }
  };
  await runAll();
  let vez = Promise.resolve();
  let relogio: NodeJS.Timeout | undefined;
  const waitForHour = (): void => {
    const falta = UMA_HORA_MS - (nowMs() % UMA_HORA_MS) + FOLGA_MS;
    relogio = setTimeout(() => {
      vez = vez.then(runAll);
      waitForHour();
    }, falta).unref();
  };
  waitForHour();
  return () => {
    clearTimeout(relogio);
    return vez;
  };
}
