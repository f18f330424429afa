/** Checks the database file page by page. */
import { Worker } from 'node:worker_threads';

/** Up to this size the check takes less than half a second, and a start waits for it. */
export const RAPIDO = 64 * 1_048_576;

/** The result of the check; null when the file is valid. */
export type IntegrityFault = string | null;

/**
 * Reads the whole file in another thread. `completa`: also checks indexes against their tables and
 * every reference, at several times the cost.
 * @throws when the file cannot be opened at all
 */
export function examineFile(arquivo: string, completa: boolean): Promise<IntegrityFault> {
  const dados = { arquivo, completa };
  const worker = new Worker(new URL('./integrityWorker.ts', import.meta.url), {
    workerData: dados,
  });
  worker.unref();
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the check of the file ended without a finding')));
  });
}
