import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { until } from '../../../test/espera.ts';
import { createFotoCopy } from './foto.ts';

let teste: TestApp;
let http: Server;
let host: string;
let pedidos: string[];
let foto: Buffer;
const log = { info: vi.fn() };

beforeAll(async () => {
  teste = await buildTestApp();
  foto = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#08f' } })
    .jpeg()
    .toBuffer();
  http = createServer((pedido, resposta) => {
    pedidos.push(pedido.url ?? '');
    if (pedido.url === '/texto') return resposta.end('isto não é uma foto');
    if (pedido.url === '/grande') return resposta.end(Buffer.alloc(1024 * 1024 + 1));
    if (pedido.url === '/desvia') return resposta.writeHead(302, { location: '/foto' }).end();
    if (pedido.url === '/mudo') return undefined;
    return resposta.end(foto);
  });
  await new Promise<void>((pronto) => http.listen(0, '127.0.0.1', pronto));
  host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterAll(async () => {
  http.closeAllConnections();
  http.close();
  await teste.close();
});
beforeEach(async () => {
  pedidos = [];
  log.info.mockClear();
  await teste.db.updateTable('contas').set({ foto_url: null }).execute();
});

const getConta = async () =>
  teste.db.selectFrom('contas').select(['id', 'foto_url']).executeTakeFirstOrThrow();

async function copy(endereco: string, origens?: string[]): Promise<void> {
  const { id } = await getConta();
  const copia = createFotoCopy({ db: teste.db, log, ...(origens && { origens }) });
  copia.copy(id, endereco);
  await until(async () => {
    const feita = (await getConta()).foto_url !== null || log.info.mock.calls.length > 0;
    expect(feita).toBe(true);
  });
  await copia.stop();
}

test('the picture is re-encoded and stored here', async () => {
  await copy(`http://${host}/foto`, [host]);
  expect((await getConta()).foto_url).toMatch(/^data:image\/webp;base64,/);
});

test.each([
  ['no picture', '/texto'],
  ['more than a megabyte', '/grande'],
  ['sent elsewhere', '/desvia'],
  ['no answer in two seconds', '/mudo'],
])('%s keeps the initials', async (_nome, caminho) => {
  await copy(`http://${host}${caminho}`, [host]);
  expect((await getConta()).foto_url).toBeNull();
});

test.each([
  'http://lh3.googleusercontent.com/a/foto',
  'https://lh3.googleusercontent.com.mal.exemplo.br/a',
  'https://lh3.googleusercontent.com@127.0.0.1/a',
  'https://169.254.169.254/latest',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
  'nada',
])('%s causes no request', async (endereco) => {
  await copy(endereco);
  expect((await getConta()).foto_url).toBeNull();
  const [{ motivo }] = log.info.mock.calls[0] as [{ motivo: string }];
  expect(motivo).toMatch(/not an https address|not listed/);
  expect(pedidos).toEqual([]);
});

test('a picture that the owner chose stays', async () => {
  const { id } = await getConta();
  await teste.db.updateTable('contas').set({ foto_url: 'data:minha' }).execute();
  const copia = createFotoCopy({ db: teste.db, log, origens: [host] });
  copia.copy(id, `http://${host}/foto`);
  await until(() => expect(pedidos).toHaveLength(1));
  await new Promise((pronto) => setTimeout(pronto, 300));
  await copia.stop();
  expect((await getConta()).foto_url).toBe('data:minha');
});
