import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { download } from './download.ts';

/** A listed server, and one that must not be requested. */
let listado: Server;
let alheio: Server;
let pedidosAlheios = 0;
const port = (server: Server): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  listado = createServer((req, res) => {
    const caminho = req.url ?? '';
    if (caminho === '/ok') res.end('foto');
    else if (caminho === '/grande') res.end('x'.repeat(2_000));
    else if (caminho === '/lento') res.write('x');
    else if (caminho === '/gotas') {
      // Without a length the body ends with the connection: cut by us, it looks whole.
      req.socket.write('HTTP/1.1 200 OK\r\n\r\nx');
    } else if (caminho === '/mudo') return;
    else if (caminho === '/curto')
      res.writeHead(200, { 'content-length': 9 }).end('foto', () => req.socket.destroy());
    else if (caminho === '/desvio')
      res.writeHead(302, { location: `http://127.0.0.1:${port(alheio)}/` }).end();
    else if (caminho === '/outro-protocolo') {
      req.socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nx',
      );
    } else res.writeHead(404).end('foto');
  });
  alheio = createServer((_req, res) => {
    res.end('foto');
  });
  alheio.on('connection', () => {
    pedidosAlheios += 1;
  });
  for (const server of [listado, alheio]) {
    await new Promise<void>((pronto) => server.listen(0, '127.0.0.1', pronto));
  }
});
beforeEach(() => {
  pedidosAlheios = 0;
});
afterAll(() => {
  for (const server of [listado, alheio]) {
    server.closeAllConnections();
    server.close();
  }
});

const downloadFrom = (url: string, origens = [`127.0.0.1:${port(listado)}`], prazoMs = 30_000) =>
  download(url, { origens, prazoMs, maximo: 1_000, sinal: new AbortController().signal });
const urlFor = (caminho: string) => `http://127.0.0.1:${port(listado)}${caminho}`;

it('answers the body of a listed host', async () => {
  expect((await downloadFrom(urlFor('/ok'))).toString()).toBe('foto');
  const nome = `localhost:${port(listado)}`;
  expect((await downloadFrom(`http://${nome}/ok`, [nome])).toString()).toBe('foto');
});

it.each(['/grande', '/lento', '/gotas', '/mudo', '/curto', '/desvio', '/outro-protocolo', '/nada'])(
  '%s is not answered as a body, within the time limit',
  async (caminho) => {
    const antes = Date.now();
    await expect(downloadFrom(urlFor(caminho), undefined, 300)).rejects.toThrow();
    expect(Date.now() - antes).toBeLessThan(15_000);
    expect(pedidosAlheios).toBe(0);
  },
);

describe('never connects to a host that is not listed', () => {
  const FORMAS = [
    'http://127.0.0.1:P/',
    'http://localhost:P/',
    'http://127.1:P/',
    'http://0x7f000001:P/',
    'http://2130706433:P/',
    'http://0177.0.0.1:P/',
    'http://127.0.0.1.:P/',
    'http://[::1]:P/',
    'http://[::ffff:127.0.0.1]:P/',
    'http://[::ffff:7f00:1]:P/',
    'http://0.0.0.0:P/',
    'http://[::]:P/',
    'http://camera@127.0.0.1:P/',
    'http://127.0.0.1:L@127.0.0.1:P/',
    'http://127.0.0.1:P#@127.0.0.1:L/',
    'http://127.0.0.1:P?@127.0.0.1:L/',
    'http://127.0.0.1:P\\@127.0.0.1:L/',
    'http:\\\\127.0.0.1:P/',
    'http:127.0.0.1:P/',
    'http:///127.0.0.1:P/',
    '//127.0.0.1:P/',
    'https://127.0.0.1:P/',
    'ftp://127.0.0.1:P/',
    'file:///etc/passwd',
    'data:image/jpeg;base64,/9j/',
    'javascript:alert(1)',
    'gopher://127.0.0.1:P/',
    'http://①②⑦.⓪.⓪.①:P/',
    'http://127。0。0。1:P/',
    'http://%31%32%37.0.0.1:P/',
    'http://127.0.0.1:P/\r\nHost: 127.0.0.1:L',
    '',
    'x',
  ];

  it.each(FORMAS)('%j', async (forma) => {
    const url = forma.replaceAll(':P', `:${port(alheio)}`).replaceAll(':L', `:${port(listado)}`);
    await expect(downloadFrom(url)).rejects.toThrow();
    expect(pedidosAlheios).toBe(0);
  });

  it('another port of a listed host', async () => {
    for (const origens of [['127.0.0.1'], [`127.0.0.1:${port(listado)}`]]) {
      await expect(downloadFrom(`http://127.0.0.1:${port(alheio)}/`, origens)).rejects.toThrow();
    }
    expect(pedidosAlheios).toBe(0);
  });

  it('a listed name that resolves to this machine is not requested', async () => {
    // The system's own name is in no public zone, and resolves to a loopback address on most
    // systems.
    const nome = `unipark.localhost:${port(alheio)}`;
    await expect(downloadFrom(`http://${nome}/`, [nome])).rejects.toThrow();
    expect(pedidosAlheios).toBe(0);
  });
});
