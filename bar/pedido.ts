/** A call over real HTTP, from any address of this machine: each of 127.0.0.0/8 is a caller of its own. */
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Pedido {
  path: string;
  corpo: unknown;
  /** Whom the server sees. */
  ip?: string | undefined;
  headers?: Record<string, string> | undefined;
}

export interface Veio {
  status: number;
  corpo: string;
  headers: IncomingHttpHeaders;
  ms: number;
}

/** An address of this machine that differs for each `i`. */
export const ipDe = (i: number): string => `127.1.${Math.floor(i / 250) % 250}.${2 + (i % 250)}`;

/** Posts JSON to a server on 127.0.0.1. */
export async function postTo(port: number, { path, corpo, ip, headers }: Pedido): Promise<Veio> {
  const texto = JSON.stringify(corpo);
  const inicio = performance.now();
  const pedido = request({
    host: '127.0.0.1',
    port,
    path,
    method: 'POST',
    agent: false,
    ...(ip && { localAddress: ip }),
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(texto),
      ...headers,
    },
  });
  pedido.end(texto);
  const [resposta] = (await once(pedido, 'response')) as [IncomingMessage];
  const corpoVeio = Buffer.concat(await resposta.toArray()).toString();
  return {
    status: resposta.statusCode ?? 0,
    corpo: corpoVeio,
    headers: resposta.headers,
    ms: performance.now() - inicio,
  };
}

/**
 * Waits until a server that has just started takes calls: on a busy machine it turns them away for a
 * moment (503), which would say nothing about what a row asks.
 */
export async function settle(port: number): Promise<void> {
  const fim = performance.now() + 20_000;
  for (let i = 0; performance.now() < fim; i += 1) {
    const pedido = {
      path: '/api/auth/convite',
      corpo: { token: '' },
      ip: `127.2.0.${2 + (i % 250)}`,
    };
    if ((await postTo(port, pedido)).status !== 503) return;
    await sleep(100);
  }
}

/** The field of an error's or an answer's body, or undefined. */
export const campoDe = ({ corpo }: Veio, nome: string): unknown =>
  corpo.startsWith('{') ? (JSON.parse(corpo) as Record<string, unknown>)[nome] : undefined;

/** What a browser would send back. */
export const cookiesDe = ({ headers }: Veio): Record<string, string> => ({
  cookie: (headers['set-cookie'] ?? []).map((linha) => linha.split(';')[0]).join('; '),
});
