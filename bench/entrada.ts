/** Signing in: how long one takes alone and among fifty, and the effect on other requests. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { quantileOf, startBancada } from './servidor.ts';

const SENHA = 'cancela-azul-42';
const SOZINHAS = 200;
const JUNTAS = 50;
const RODADAS = 8;

const agente = new Agent({ keepAlive: true, maxSockets: 2 * JUNTAS });
const emailOf = (i: number): string => `pessoa${i}@exemplo.edu.br`;

interface TimedAnswer {
  status: number;
  ms: number;
}

function post(url: string, corpo: object): Promise<TimedAnswer> {
  const saiu = performance.now();
  return new Promise((resolve, reject) => {
    const pedido = request(
      url,
      { method: 'POST', agent: agente, headers: { 'content-type': 'application/json' } },
      (resposta) => {
        resposta.resume();
        resposta.on('end', () =>
          resolve({ status: resposta.statusCode ?? 0, ms: performance.now() - saiu }),
        );
      },
    );
    pedido.on('error', reject);
    pedido.end(JSON.stringify(corpo));
  });
}

/** Polls /healthz in a thread of its own until it receives a message. */
const VIGIA = `
const { parentPort, workerData } = require('node:worker_threads');
const ms = [];
let acabou = false;
parentPort.once('message', () => { acabou = true; });
(async () => {
  while (!acabou) {
    const saiu = performance.now();
    await (await fetch(workerData + '/healthz')).text();
    ms.push(performance.now() - saiu);
    await new Promise((pronto) => setTimeout(pronto, 2));
  }
  parentPort.postMessage(ms);
})();`;

async function watch(url: string, work: () => Promise<void>): Promise<number[]> {
  const vigia = new Worker(VIGIA, { eval: true, workerData: url });
  await new Promise((pronto) => vigia.once('online', pronto));
  await sleep(300);
  await work();
  const visto = new Promise<number[]>((pronto) => vigia.once('message', pronto));
  vigia.postMessage('acabou');
  const ms = await visto;
  await vigia.terminate();
  return ms;
}

export async function benchEntrada(): Promise<void> {
  const { url, stop } = await startBancada(100);
  for (let i = 0; i < JUNTAS; i += 1) {
    const conta = { name: `Pessoa ${i}`, email: emailOf(i), password: SENHA };
    await post(`${url}/api/auth/sign-up/email`, conta);
  }
  const enter = (i: number) =>
    post(`${url}/api/auth/sign-in/email`, { email: emailOf(i % JUNTAS), password: SENHA });
  const linhas: Record<string, string | number>[] = [];

  async function measure(trabalho: string, run: (respostas: TimedAnswer[]) => Promise<void>) {
    const respostas: TimedAnswer[] = [];
    const saude = await watch(url, () => run(respostas));
    const aceitas = respostas.filter(({ status }) => status === 200).map(({ ms }) => ms);
    linhas.push({
      trabalho,
      aceitas: aceitas.length,
      'recusadas (503)': respostas.filter(({ status }) => status === 503).length,
      outras: respostas.filter(({ status }) => status !== 200 && status !== 503).length,
      'p50 ms': Math.round(quantileOf(aceitas, 0.5)),
      'p99 ms': Math.round(quantileOf(aceitas, 0.99)),
      '/healthz p50 ms': Number(quantileOf(saude, 0.5).toFixed(1)),
      '/healthz p99 ms': Number(quantileOf(saude, 0.99).toFixed(1)),
    });
  }

  await measure('uma de cada vez', async (respostas) => {
    for (let i = 0; i < SOZINHAS; i += 1) respostas.push(await enter(i));
  });
  await measure(`${JUNTAS} de uma vez, ${RODADAS} rodadas`, async (respostas) => {
    for (let rodada = 0; rodada < RODADAS; rodada += 1) {
      respostas.push(...(await Promise.all(Array.from({ length: JUNTAS }, (_, i) => enter(i)))));
    }
  });
  console.table(linhas);
  await stop();
  agente.destroy();
}
