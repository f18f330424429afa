import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => teste.close());

/** Requests an upgrade to a WebSocket; answers the status. */
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

/** Posts an owner while offering `protocolo`, as Java's client offers h2c. */
async function postOffering(protocolo: string, matricula: string): Promise<number | undefined> {
  const { port } = teste.app.server.address() as AddressInfo;
  const corpo = JSON.stringify({ matricula, nome: 'Ana' });
  const pedido = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/db/proprietarios',
    headers: {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: protocolo,
      'http2-settings': 'AAMAAABkAAQCAAAAAAIAAAAA',
      authorization: `Bearer ${teste.token}`,
      'content-type': 'application/json',
      'content-length': corpo.length,
    },
  });
  pedido.end(corpo);
  const [resposta] = (await once(pedido, 'response')) as [IncomingMessage];
  resposta.resume();
  return resposta.statusCode;
}

it.each(['h2c', 'TLS/1.0', 'websocket'])(
  'a client that posts and offers %s is answered over HTTP',
  async (protocolo) => {
    expect(await postOffering(protocolo, `m-${protocolo}`)).toBe(201);
  },
);
