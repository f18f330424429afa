/**
 * Reports what a long start is doing, every few seconds. The embedded database blocks this thread
 * for as long as a statement takes, so another thread writes the lines.
 */
import { Worker } from 'node:worker_threads';
import type { Output } from './output.ts';

const INTERVALO_MS = 2_000;
/** The program of the thread. */
const LINHAS = new URL('./progressLines.ts', import.meta.url);

/** Hears what is being done. */
export interface Progress {
  /** Writes a line at once. */
  say(linha: string): void;
  /** What is being done from now on: repeated, with its seconds, until the next call. */
  tell(fazendo: string): void;
  close(): Promise<void>;
}

/** Opens reports on standard output, which `output` writes too. A line that cannot be written is dropped. */
export function openProgress(output: Output, intervalo = INTERVALO_MS): Progress {
  const linhas = new Worker(LINHAS, { workerData: intervalo, execArgv: [] });
  // Without the thread the work goes on, with fewer lines.
  linhas.on('error', () => undefined);
  linhas.unref();
  return {
    say: (linha) => output.write(`${linha}\n`),
    tell: (fazendo) => linhas.postMessage(fazendo),
    close: async () => void (await linhas.terminate()),
  };
}
