/**
 * Requests at a constant rate, in a thread of their own. A request is sent when it is due, whether
 * earlier ones are answered or not, and its latency counts from that moment: a server that stands
 * still delays all that were due meanwhile, as it delays people.
 */
import { open, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { MODELOS, makePlaca, random } from '../../server/src/demo/registro.ts';

export interface LoadOrder {
  url: string;
  token: string;
  /** Requests a second. */
  taxa: number;
  segundos: number;
  /** Vehicles of the register, and the number of the first new plate. */
  veiculos: number;
  nova: number;
  semente: number;
  /** A folder on the disk of the database. */
  pasta: string;
}

export interface LoadOutcome {
  /** Milliseconds of each request by its kind, from when it was due. */
  ms: Record<string, number[]>;
  /** Milliseconds that the generator itself sent each request late. */
  atrasos: number[];
  /** Milliseconds of small writes that wait for that disk, ten a second. */
  disco: number[];
  /** How often each answer came that was not expected; 0 is a broken connection. */
  erros: Record<string, number>;
}

interface LoadRequest {
  tipo: string;
  method: string;
  path: string;
  corpo?: object;
  espera: number;
}

/** More wait for a free connection, and that wait counts. */
const CONEXOES = 64;
const PRAZO_MS = 15_000;
const BLOCO = Buffer.alloc(4_096);
const CORES = ['Azul', 'Verde', 'Prata'];

const { url, token, taxa, segundos, veiculos, nova, semente, pasta } = workerData as LoadOrder;
const draw = random(semente);
const agent = new Agent({ keepAlive: true, maxSockets: CONEXOES });
const resultado: LoadOutcome = { ms: {}, atrasos: [], disco: [], erros: {} };
const total = taxa * segundos;
let criadas = 0;
let respondidas = 0;

const anyOf = <T>(lista: readonly T[]): T => lista[Math.floor(draw() * lista.length)] as T;
const anyPlaca = (): string => makePlaca(Math.floor(draw() * veiculos));

/** Four in five read: a vehicle, a list, a search. The fifth creates a vehicle or changes one. */
function nextRequest(): LoadRequest {
  const sorte = draw() * 100;
  if (sorte < 65) {
    return { tipo: 'veículo', method: 'GET', path: `/db/veiculos/${anyPlaca()}`, espera: 200 };
  }
  if (sorte < 75) {
    return { tipo: 'lista', method: 'GET', path: '/db/veiculos?limite=50', espera: 200 };
  }
  if (sorte < 80) {
    const q = encodeURIComponent(sorte < 78 ? anyPlaca().slice(0, 5) : anyOf(MODELOS));
    return { tipo: 'busca', method: 'GET', path: `/db/veiculos/busca?q=${q}`, espera: 200 };
  }
  if (sorte < 90) {
    const path = `/db/veiculos/${anyPlaca()}`;
    return { tipo: 'alterar', method: 'PUT', path, corpo: { cor: anyOf(CORES) }, espera: 200 };
  }
  const placa = makePlaca(nova + criadas);
  criadas += 1;
  const corpo = { placa, modelo: 'GOL', cor: 'Azul', status: 'ATIVO' };
  return { tipo: 'criar', method: 'POST', path: '/db/veiculos', corpo, espera: 201 };
}

/** What the disk needs by itself, whatever the server does. */
async function probeDisk(): Promise<void> {
  const prova = join(pasta, 'prova-do-disco');
  const arquivo = await open(prova, 'w');
  while (respondidas < total) {
    const comeco = performance.now();
    await arquivo.write(BLOCO, 0, BLOCO.length, 0);
    await arquivo.sync();
    resultado.disco.push(performance.now() - comeco);
    await sleep(100);
  }
  await arquivo.close();
  await rm(prova);
}

function send(due: number): void {
  const { tipo, method, path, corpo, espera } = nextRequest();
  const texto = corpo && JSON.stringify(corpo);
  const end = (status: number): void => {
    resultado.ms[tipo] ??= [];
    resultado.ms[tipo].push(performance.now() - due);
    if (status !== espera) {
      const nome = `${method} ${status}`;
      resultado.erros[nome] = (resultado.erros[nome] ?? 0) + 1;
    }
    respondidas += 1;
  };
  resultado.atrasos.push(performance.now() - due);
  const pedido = request(url + path, {
    method,
    agent,
    timeout: PRAZO_MS,
    headers: {
      authorization: `Bearer ${token}`,
      ...(texto && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(texto),
      }),
    },
  });
  let acabou = false;
  const once = (status: number): void => {
    if (acabou) return;
    acabou = true;
    end(status);
  };
  pedido.on('timeout', () => pedido.destroy());
  pedido.on('error', () => once(0));
  pedido.on('response', (resposta) => {
    resposta.resume();
    resposta.on('end', () => once(resposta.statusCode ?? 0));
    resposta.on('error', () => once(0));
  });
  pedido.end(texto);
}

const inicio = performance.now();
let enviados = 0;
const relogio = setInterval(() => {
  const devidos = Math.min(total, Math.floor(((performance.now() - inicio) * taxa) / 1_000) + 1);
  for (; enviados < devidos; enviados += 1) send(inicio + (enviados * 1_000) / taxa);
  if (enviados === total) clearInterval(relogio);
}, 1);
await probeDisk();
agent.destroy();
parentPort?.postMessage(resultado);
