import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => teste.close());

/** Asks an address to become a WebSocket; answers with which status it did or did not. */
const upgrade = (path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { port } = teste.app.server.address() as AddressInfo;
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      authorization: `Bearer ${teste.token}`,
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    const pedido = request({ port, host: '127.0.0.1', path, headers });
    pedido.on('upgrade', (_resposta, socket) => {
      socket.destroy();
      resolve(101);
    });
    pedido.on('response', (resposta) => resolve(resposta.statusCode));
    pedido.on('error', reject);
    pedido.end();
  });

it.each(['/healthz', '/metrics', '/api/instalacao', '/db/veiculos', '/db/ultimosveiculos/eventos'])(
  'only a stream of video becomes a socket, not %s',
  async (caminho) => {
    expect(await upgrade(caminho)).toBe(400);
  },
);
