import { createServer, get, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { until } from '../../../test/espera.ts';
import { limitConnections } from './connections.ts';

const TOTAL = 116;
const LIMITE = 100;
const PROXY = '127.0.0.9';

let server: Server;
let port: number;
const abertos: Socket[] = [];
beforeEach(async () => {
  server = createServer((request, resposta) => {
    if (request.url === '/demora') setTimeout(() => resposta.end('feito'), 1_500);
    else resposta.end('ok');
  });
  limitConnections(server, { total: TOTAL, livres: [PROXY] });
  await new Promise<void>((pronto) => server.listen(0, '127.0.0.1', pronto));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  for (const socket of abertos.splice(0)) socket.destroy();
  server.close();
});

/** Opens connections that stay, each with these first characters. */
async function flood(localAddress: string, quantas: number, texto = ''): Promise<Socket[]> {
  const novas = await Promise.all(
    Array.from(
      { length: quantas },
      () =>
        new Promise<Socket>((pronto) => {
          const socket = connect({ port, host: '127.0.0.1', localAddress }, () => {
            socket.write(texto);
            pronto(socket);
          });
          socket.on('error', () => pronto(socket));
          socket.resume();
        }),
    ),
  );
  abertos.push(...novas);
  await sleep(50);
  return novas;
}

const alive = (sockets: Socket[]): number => sockets.filter((um) => !um.destroyed).length;

/** The body of an answer over a new connection; '' when it was cut. */
const ask = (localAddress: string, path = '/'): Promise<string> =>
  new Promise((pronto) => {
    get({ port, host: '127.0.0.1', localAddress, path, agent: false }, (resposta) => {
      resposta.setEncoding('utf8').on('data', pronto);
    }).on('error', () => pronto(''));
  });

const KEPT = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const TRICKLE = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\n{';

it.each([
  ['kept alive', KEPT],
  ['silent', ''],
  ['in the middle of a header', 'GET / HTT'],
  ['in the middle of a body', TRICKLE],
])('one address has half of the connections, the oldest end: %s', async (_nome, texto) => {
  const inundacao = await flood('127.0.0.2', LIMITE, texto);
  await until(() => expect(alive(inundacao)).toBeLessThanOrEqual(LIMITE / 2));
  expect(inundacao.at(-1)?.destroyed).toBe(false);
  expect(await ask('127.0.0.3')).toBe('ok');
  expect(await ask('127.0.0.2')).toBe('ok');
});

it('a proxy may have all of them, and one more still connects', async () => {
  const visitante = await flood('127.0.0.3', 1, KEPT);
  const inundacao = await flood(PROXY, LIMITE * 2, KEPT);
  await until(() => expect(alive(inundacao)).toBeLessThanOrEqual(LIMITE));
  expect(alive(inundacao)).toBeGreaterThan(LIMITE - 5);
  expect(await ask(PROXY)).toBe('ok');
  expect(await ask('127.0.0.4')).toBe('ok');
  // Those of the caller with the most connections end first.
  expect(alive(visitante)).toBe(1);
});

it('an answer in progress is not cut', async () => {
  const demorada = ask('127.0.0.2', '/demora');
  await sleep(50);
  await flood('127.0.0.2', LIMITE * 2, KEPT);
  expect(await demorada).toBe('feito');
});
