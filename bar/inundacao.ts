/** In a thread of its own, so that asking is not in what is measured: many sign-ins at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { enter } from './alvoChamadas.ts';
import { call } from './chamadas.ts';

export interface PedidoInundacao {
  porta: number;
  quantos: number;
}

export interface Inundacao {
  /** Of each sign-in: its status, and when it may come back. */
  chegadas: { status: number; esperar: string | undefined }[];
  /** Milliseconds of each look at /healthz meanwhile. */
  saude: number[];
}

const { porta, quantos } = workerData as PedidoInundacao;
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
parentPort?.postMessage({ chegadas, saude } satisfies Inundacao);
