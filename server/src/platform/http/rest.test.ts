import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';

const CORPO = 24 * 1024 * 1024;
const PEDACO = Buffer.alloc(64 * 1024, 0x20);

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp({ account: false });
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => teste.close());

/** A connection with the head of a request whose body is too large for its route. */
async function begin(bytes = CORPO, connection = 'keep-alive'): Promise<Socket> {
  const { port } = teste.app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const linhas = [
    'POST /api/auth/sign-in/email HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    `Content-Length: ${bytes}`,
    `Connection: ${connection}`,
  ];
  socket.write(`${linhas.join('\r\n')}\r\n\r\n`);
  return socket;
}

it('a peer that writes its whole body before it reads gets the answer', async () => {
  for (let vez = 0; vez < 4; vez += 1) {
    const socket = await begin();
    for (let escrito = 0; escrito < CORPO; escrito += PEDACO.length) {
      if (!socket.write(PEDACO)) await once(socket, 'drain');
    }
    await sleep(20);
    const [resposta] = (await once(socket, 'data')) as [Buffer];
    expect(String(resposta)).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  }
});

it('a peer that does not send the rest is closed after two seconds', async () => {
  const socket = await begin();
  const inicio = performance.now();
  socket.resume();
  await once(socket, 'close');
  expect(performance.now() - inicio).toBeGreaterThan(1_500);
  expect(performance.now() - inicio).toBeLessThan(5_000);
});

it('the connection serves the next request after the rest has arrived', async () => {
  const socket = await begin(PEDACO.length);
  const [primeira] = (await once(socket, 'data')) as [Buffer];
  expect(String(primeira)).toMatch(/^HTTP\/1\.1 413 [\s\S]*\r\nconnection: keep-alive\r\n/i);
  socket.write(PEDACO);
  const { port } = teste.app.server.address() as { port: number };
  socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  const [segunda] = (await once(socket, 'data')) as [Buffer];
  expect(String(segunda)).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

it('a request that asks for the end of the connection has it at once', async () => {
  const socket = await begin(PEDACO.length, 'close');
  const [resposta] = (await once(socket, 'data')) as [Buffer];
  expect(String(resposta)).toMatch(/^HTTP\/1\.1 413 [\s\S]*\r\nconnection: close\r\n/i);
  await once(socket, 'close');
});
