import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';

let teste: TestApp;
let porta: number;
beforeAll(async () => {
  teste = await buildTestApp({ account: false });
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
  porta = (teste.app.server.address() as AddressInfo).port;
});
afterAll(() => teste.close());

/** Sends this many requests at once; counts the answers until the connection ends. */
const sendAhead = (vezes: number): Promise<number> =>
  new Promise((resolve) => {
    let lido = '';
    const socket = connect(porta, '127.0.0.1', () => {
      const pedido = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${porta}\r\n`;
      socket.write(`${`${pedido}\r\n`.repeat(vezes - 1)}${pedido}Connection: close\r\n\r\n`);
    });
    socket.on('data', (parte) => {
      lido += parte;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(lido.match(/HTTP\/1\.1 200/g)?.length ?? 0));
  });

it('answers a few requests sent ahead, in turn', async () => {
  expect(await sendAhead(8)).toBe(8);
});

it('ends a connection that sends many ahead', async () => {
  expect(await sendAhead(1_000)).toBeLessThanOrEqual(8);
  expect(await sendAhead(1)).toBe(1);
});

it('serves one connection while it reads its answers', async () => {
  const socket = connect(porta, '127.0.0.1');
  for (let i = 0; i < 50; i += 1) {
    socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${porta}\r\n\r\n`);
    await new Promise((lido) => socket.once('data', lido));
  }
  expect(socket.destroyed).toBe(false);
  socket.destroy();
});

it('a connection without traffic for a minute is ended', async () => {
  const accepted = new Promise<Socket>((resolve) => {
    teste.app.server.once('connection', resolve);
  });
  const cliente = connect(porta, '127.0.0.1');
  const fim = new Promise((resolve) => {
    cliente.once('close', resolve);
  });
  const socket = await accepted;
  expect(socket.timeout).toBe(60_000);
  // The socket's event after a minute.
  socket.emit('timeout');
  await fim;
  expect(socket.destroyed).toBe(true);
});
