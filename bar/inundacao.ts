/**
 * A thread that sends many sign-ins at once, and one that asks /healthz meanwhile: what the sender
 * itself is busy with does not count as the server's time.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  isMainThread,
  type MessagePort,
  parentPort,
  Worker,
  workerData,
} from 'node:worker_threads';
import { enter } from './alvoChamadas.ts';
import { call } from './chamadas.ts';

interface FloodRequest {
  porta: number;
  /** Sign-ins; zero: asks /healthz until it is told to stop. */
  quantos: number;
}

interface FloodAnswer {
  status: number;
  esperar: string | undefined;
}

interface FloodResult {
  chegadas: FloodAnswer[];
  /** Milliseconds of each request to /healthz meanwhile. */
  saude: number[];
}

async function sendSignIns(porta: number, quantos: number): Promise<FloodAnswer[]> {
  const entradas = Array.from({ length: quantos }, (_, i) =>
    enter(porta, `p${i}@x.br`, 'errada errada', { 'x-forwarded-for': `10.${i % 9}.${i}.1` }),
  );
  return (await Promise.all(entradas)).map(({ status, headers }) => ({
    status,
    esperar: headers['retry-after'],
  }));
}

async function askHealth(porta: number, stopped: Promise<unknown>): Promise<number[]> {
  const saude: number[] = [];
  let acabou = false;
  void stopped.then(() => {
    acabou = true;
  });
  while (!acabou) {
    saude.push((await call(porta, '/healthz')).ms);
    await sleep(2);
  }
  return saude;
}

async function work({ porta, quantos }: FloodRequest, main: MessagePort): Promise<void> {
  const told = () => new Promise((pronto) => main.once('message', pronto));
  const go = told();
  await call(porta, '/healthz');
  main.postMessage('ready');
  await go;
  main.postMessage(
    quantos > 0 ? await sendSignIns(porta, quantos) : await askHealth(porta, told()),
  );
}

/** Sends `quantos` sign-ins at once to the server at `porta` of this machine. */
export async function pour(porta: number, quantos: number): Promise<FloodResult> {
  const [ouvinte, remetente] = [0, quantos].map((n) => {
    const pedido: FloodRequest = { porta, quantos: n };
    return new Worker(new URL(import.meta.url), { workerData: pedido });
  }) as [Worker, Worker];
  const hear = async <T>(fio: Worker) => ((await once(fio, 'message')) as [T])[0];
  await Promise.all([hear(ouvinte), hear(remetente)]);
  const lista = hear<number[]>(ouvinte);
  const respostas = hear<FloodAnswer[]>(remetente);
  for (const fio of [ouvinte, remetente]) fio.postMessage('go');
  const chegadas = await respostas;
  ouvinte.postMessage('stop');
  const saude = await lista;
  await Promise.all([ouvinte.terminate(), remetente.terminate()]);
  return { chegadas, saude };
}

if (!isMainThread && parentPort) await work(workerData as FloodRequest, parentPort);
