/** HTTP calls from any address of 127.0.0.0/8: the server counts each address as a different caller. */
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface CraftedRequest {
  path: string;
  corpo: unknown;
  /** The address that the server sees. */
  ip?: string | undefined;
  headers?: Record<string, string> | undefined;
}

export interface CraftedAnswer {
  status: number;
  corpo: string;
  headers: IncomingHttpHeaders;
  ms: number;
}

export const ipOf = (i: number): string => `127.1.${Math.floor(i / 250) % 250}.${2 + (i % 250)}`;

export async function postTo(
  port: number,
  { path, corpo, ip, headers }: CraftedRequest,
): Promise<CraftedAnswer> {
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

/** Waits until a new server accepts calls: at first it answers 503, which no row measures. */
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

export const findCampo = ({ corpo }: CraftedAnswer, nome: string): unknown =>
  corpo.startsWith('{') ? (JSON.parse(corpo) as Record<string, unknown>)[nome] : undefined;

/** The cookies of an answer, as a browser sends them back. */
export const cookiesOf = ({ headers }: CraftedAnswer): Record<string, string> => ({
  cookie: (headers['set-cookie'] ?? []).map((linha) => linha.split(';')[0]).join('; '),
});
