/** The thread of `progress.ts`: writes a line at each interval, also while the other one is blocked. */
import { parentPort, workerData } from 'node:worker_threads';
import { openOutput } from './output.ts';

// Not this thread's `process.stdout`: its bytes pass through the blocked thread.
const output = openOutput(1);
let fazendo = '';
let desde = performance.now();

parentPort?.on('message', (texto: string) => {
  fazendo = texto;
  desde = performance.now();
});
setInterval(() => {
  const segundos = Math.round((performance.now() - desde) / 1_000);
  if (fazendo) output.write(`  ${fazendo}, há ${segundos} s\n`);
}, workerData as number);
