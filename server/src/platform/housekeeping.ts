import type { FastifyBaseLogger } from 'fastify';

const UMA_HORA_MS = 3_600_000;

/** Clears something that is past its time. */
type Job = () => Promise<void>;

/**
 * Runs every job now and again each hour. One that fails is logged, tried again, and hinders no
 * other. Answers how to stop, which waits for the job under way.
 */
export async function keepHouse(
  jobs: Record<string, Job>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<() => Promise<void>> {
  const runAll = async (): Promise<void> => {
    for (const [job, run] of Object.entries(jobs)) {
      await run().catch((err: unknown) => log.error({ err, job }, 'housekeeping'));
    }
  };
  await runAll();
  let vez = Promise.resolve();
  const relogio = setInterval(() => {
    vez = vez.then(runAll);
  }, UMA_HORA_MS);
  relogio.unref();
  return () => {
    clearInterval(relogio);
    return vez;
  };
}
