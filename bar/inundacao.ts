/** Many sign-ins at once, in a thread of their own: the sending does not distort the measurement. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { enter } from './alvoChamadas.ts';
import { call } from './chamadas.ts';

export interface FloodRequest {
  porta: number;
  quantos: number;
}

export interface FloodResult {
  chegadas: { status: number; esperar: string | undefined }[];
  /** Milliseconds of each request to /healthz meanwhile. */
  saude: number[];
}

const { porta, quantos } = workerData as FloodRequest;
const saude: number[] = [];
let acabou = false;

const entradas = Promise.all(
  Array.from({ length: quantos }, (_, i) =>
    enter(porta, `p${i}@x.br`, 'errada errada', { 'x-forwarded-for': `10.${i % 9}.${i}.1` }),
  ),
).finally(() => {
  acabou = true;
});
while (!acabou) {
  saude.push((await call(porta, '/healthz')).ms);
  await sleep(2);
}
const chegadas = (await entradas).map(({ status, headers }) => ({
  status,
  esperar: headers['retry-after'],
}));
parentPort?.postMessage({ chegadas, saude } satisfies FloodResult);
