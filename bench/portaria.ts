import { Agent, get, type IncomingMessage, request } from 'node:http';
import { Worker } from 'node:worker_threads';
import { makePlaca } from '../server/src/demo/registro.ts';
import { openBanco } from '../server/src/platform/db/banco.ts';
import type { ListenersRequest } from './ouvintes.ts';
import { promiseAtMost, showTable } from './promessas.ts';
import { type BenchServer, quantileOf, startBancada } from './servidor.ts';

const OUVINTES = 200;
const MUITOS = 1_000;
const POR_SEGUNDO = 200;
/** With many listeners: as many events a second leave the server as with few. */
const POR_SEGUNDO_MUITOS = 40;
/** Streams of one account; each group of listeners has an account of its own. */
const POR_CONTA = 6;

const agente = new Agent({ keepAlive: true, maxSockets: 32 });

async function signUp({ url }: BenchServer, i: number): Promise<string> {
  const conta = {
    name: `Ouvinte ${i}`,
    email: `ouvinte${i}@exemplo.edu.br`,
    password: 'cancela-azul-42',
  };
  const resposta = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(conta),
  });
  return ((await resposta.json()) as { token: string }).token;
}

const listen = (url: string, token: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(
      `${url}/db/ultimosveiculos/eventos`,
      { agent: false, headers: { authorization: `Bearer ${token}` } },
      (resposta) =>
        resposta.statusCode === 200
          ? resolve(resposta)
          : reject(new Error(`${resposta.statusCode}`)),
    ).on('error', reject);
  });

/** Bearers for `quantos` streams, a few for each new account. */
export async function tokensFor(
  bancada: BenchServer,
  quantos: number,
  primeiro: number,
): Promise<string[]> {
  const tokens: string[] = [];
  for (let i = 0; i < quantos; i += 1) {
    if (i % POR_CONTA === 0) tokens.push(await signUp(bancada, primeiro + i));
    else tokens.push(tokens.at(-1) as string);
  }
  return tokens;
}

/** Starts listeners in another thread, so that their reading is not measured. */
export async function crowd(bancada: BenchServer, tokens: string[], leem: boolean) {
  const pedido: ListenersRequest = { url: bancada.url, tokens, leem };
  const multidao = new Worker(new URL('./ouvintes.ts', import.meta.url), { workerData: pedido });
  await new Promise((resolve, reject) => {
    multidao.once('message', resolve);
    multidao.once('error', reject);
  });
  return multidao;
}

function post(
  { url, headers }: BenchServer,
  placa: string,
): Promise<{ status: number; id: string }> {
  return new Promise((resolve, reject) => {
    const pedido = request(
      `${url}/db/ultimosveiculos`,
      { method: 'POST', agent: agente, headers },
      (resposta) => {
        let texto = '';
        resposta.setEncoding('utf8').on('data', (parte) => {
          texto += parte;
        });
        resposta.on('end', () =>
          resolve({
            status: resposta.statusCode ?? 0,
            id: (JSON.parse(texto) as { id: string }).id,
          }),
        );
      },
    );
    pedido.on('error', reject);
    pedido.end(JSON.stringify({ placa, camera: '1', sentido: 'entrada' }));
  });
}

interface SendTimes {
  resposta: number[];
  falhas: number;
  aceitas: number;
}

/** Posts readings of different cars at a steady pace for `segundos`. */
async function steady(
  bancada: BenchServer,
  { segundos, porSegundo }: { segundos: number; porSegundo: number },
  nextPlaca: () => string,
  onSend: (placa: string) => void,
): Promise<SendTimes> {
  const envio: SendTimes = { resposta: [], falhas: 0, aceitas: 0 };
  const pendentes: Promise<void>[] = [];
  const inicio = performance.now();
  for (let i = 0; i < segundos * porSegundo; i += 1) {
    const espera = inicio + (i * 1000) / porSegundo - performance.now();
    if (espera > 0) await new Promise((resolve) => setTimeout(resolve, espera));
    const placa = nextPlaca();
    const saiu = performance.now();
    onSend(placa);
    pendentes.push(
      post(bancada, placa).then(
        ({ status }) => {
          envio.resposta.push(performance.now() - saiu);
          if (status === 201) envio.aceitas += 1;
          else envio.falhas += 1;
        },
        () => {
          envio.falhas += 1;
        },
      ),
    );
  }
  await Promise.all(pendentes);
  return envio;
}

async function stored({ dataDir }: BenchServer): Promise<number> {
  const db = openBanco(dataDir);
  const { total } = await db
    .selectFrom('leituras')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  await db.destroy();
  return Number(total);
}

/**
 * Prints the figures of readings with 200 listeners, with 200 more that never read, and with 1,000.
 */
export async function benchPortaria(veiculos: number, segundos: number): Promise<void> {
  const bancada = await startBancada(veiculos);
  let proxima = 0;
  const nextPlaca = (): string => makePlaca((proxima++ * 7) % veiculos);
  const saida = new Map<string, number>();
  const atrasos: number[] = [];
  const hear = (texto: string): void => {
    for (const [, placa] of texto.matchAll(/"placa":"([A-Z0-9]+)"/g)) {
      const saiu = saida.get(placa as string);
      if (saiu !== undefined) atrasos.push(performance.now() - saiu);
    }
  };
  const leitores = await tokensFor(bancada, OUVINTES - 1, 0);
  // Their accounts are made before the measurement: hashing passwords is not part of it.
  const parados = await tokensFor(bancada, OUVINTES, 1_000);
  const multidoes = [await crowd(bancada, leitores, true)];
  (await listen(bancada.url, bancada.token)).setEncoding('utf8').on('data', hear);
  const linhas: Record<string, string | number>[] = [];
  let enviadas = 0;

  /** Answers the 95th percentile of the time from the post to the event. */
  async function measure(trabalho: string, porSegundo = POR_SEGUNDO): Promise<number> {
    atrasos.length = 0;
    saida.clear();
    const antes = bancada.usage();
    const envio = await steady(bancada, { segundos, porSegundo }, nextPlaca, (placa) =>
      saida.set(placa, performance.now()),
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    enviadas += envio.aceitas;
    const depois = bancada.usage();
    const p95 = quantileOf(atrasos, 0.95);
    linhas.push({
      trabalho,
      aceitas: envio.aceitas,
      falhas: envio.falhas,
      'resposta p95 ms': Math.round(quantileOf(envio.resposta, 0.95)),
      'evento p50 ms': Math.round(quantileOf(atrasos, 0.5)),
      'evento p95 ms': Math.round(p95),
      'CPU %': Math.round((depois.cpu - antes.cpu) / segundos / 10),
      'memória MB': `${Math.round(antes.mb)} → ${Math.round(depois.mb)}`,
    });
    return p95;
  }

  const poucos = await measure(`${POR_SEGUNDO}/s, ${OUVINTES} ouvintes`);
  await measure('o mesmo, outra vez');
  const semParados = bancada.usage().mb;
  multidoes.push(await crowd(bancada, parados, false));
  await measure(`o mesmo, mais ${OUVINTES} que não leem`);
  await multidoes.pop()?.terminate();
  const outros = await tokensFor(bancada, MUITOS - OUVINTES, 2_000);
  multidoes.push(await crowd(bancada, outros, true));
  const muitos = await measure(`${POR_SEGUNDO_MUITOS}/s, ${MUITOS} ouvintes`, POR_SEGUNDO_MUITOS);
  showTable(`Passagens, ${veiculos} veículos`, linhas);
  promiseAtMost(`passagem até o evento, ${OUVINTES} ouvintes: p95`, poucos, 50, ' ms');
  promiseAtMost(`passagem até o evento, ${MUITOS} ouvintes: p95`, muitos, 150, ' ms');
  console.log(`ouvintes que não leem: +${Math.round(bancada.usage().mb - semParados)} MB`);
  console.log(`leituras aceitas: ${enviadas} · no banco: ${await stored(bancada)}`);
  for (const multidao of multidoes) await multidao.terminate();
  await bancada.stop();
  agente.destroy();
}
