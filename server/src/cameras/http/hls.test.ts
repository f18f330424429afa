import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCamerasApp, type CamerasApp } from '../../../test/cameras.ts';
import { type HttpCamera, startHttpCamera, withDigest } from '../../../test/httpCamera.ts';

const SEGMENTO = Buffer.alloc(1_000, 0x47);
const PLAYLIST = [
  '#EXTM3U',
  '# gerado por rtsp://admin:CANARIO@10.0.0.1/',
  '#EXT-X-MAP:URI="init.mp4"',
  '#EXTINF:2,',
  'seg-1.ts',
  '#EXTINF:2,',
  'sub/seg-2.ts?n=2',
].join('\n');

let camera: HttpCamera;
let outra: HttpCamera;
let teste: CamerasApp;
let playlist = PLAYLIST;
beforeAll(async () => {
  outra = await startHttpCamera({ '/seg.ts': (_request, response) => response.end('alheio') });
  const send = (corpo: string | Buffer) => withDigest('u', 'p@ss', (_r, res) => res.end(corpo));
  camera = await startHttpCamera({
    '/ao/vivo.m3u8': withDigest('u', 'p@ss', (_request, response) => response.end(playlist)),
    '/ao/seg-1.ts': send(SEGMENTO),
    '/ao/sub/seg-2.ts': send('dois'),
    '/ao/grande.ts': send(Buffer.alloc(8 * 1024 * 1024 + 1)),
    '/ao/desvio.ts': (_request, response) =>
      response.writeHead(302, { location: `${outra.origem}/seg.ts` }).end(),
    '/ao/mudo.ts': () => undefined,
    '/ao/gotas.ts': ({ socket }) => socket.write('HTTP/1.1 200 OK\r\n\r\nx'),
    '/ao/outro-protocolo.ts': ({ socket }) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    '/segredo.ts': send('fora da pasta'),
  });
  const url = `${camera.origem}/ao/vivo.m3u8`;
  const cameras = [
    { id: '1', nome: 'HLS', tipo: 'hls', url, usuario: 'u', senhaArquivo: 'senha' },
    { id: '2', nome: 'Sem', tipo: 'hls', url: 'http://127.0.0.1:9/a.m3u8' },
    { id: '3', nome: 'Demo', tipo: 'demo' },
  ];
  teste = await buildCamerasApp(cameras, {}, { senha: 'p@ss' });
});
afterAll(async () => {
  await teste.close();
  await Promise.all([camera.close(), outra.close()]);
});
beforeEach(() => {
  playlist = PLAYLIST;
  camera.pedidos.length = 0;
});

const get = (caminho: string, id = '1') =>
  teste.request({ url: `/api/cameras/${id}/hls/${caminho}` });

/** Sends the path unchanged: `inject` and `fetch` resolve its dot segments. */
function getAsWritten(caminho: string): Promise<{ status: number; corpo: string }> {
  const headers = { authorization: `Bearer ${teste.token}` };
  const path = `/api/cameras/1/hls/${caminho}`;
  return new Promise((pronto, falhou) => {
    const pedido = request(
      { port: new URL(teste.origem).port, host: '127.0.0.1', path, headers },
      async (resposta) => {
        let corpo = '';
        for await (const parte of resposta) corpo += parte;
        pronto({ status: resposta.statusCode ?? 0, corpo });
      },
    );
    pedido.on('error', falhou);
    pedido.end();
  });
}

describe('GET /api/cameras/{id}/hls/*', () => {
  it('begins with the configured playlist, under any name', async () => {
    const resposta = await get('');
    expect(resposta.statusCode, resposta.body).toBe(200);
    expect(resposta.headers).toMatchObject({
      'content-type': 'application/vnd.apple.mpegurl',
      'cache-control': 'private, no-store',
    });
    expect(resposta.body.split('\n')).toEqual(
      PLAYLIST.split('\n').filter((linha) => !linha.startsWith('# ')),
    );
  });

  it('passes on the files beside it, with their query', async () => {
    const [um, dois] = [await get('seg-1.ts'), await get('sub/seg-2.ts?n=2')];
    expect(um.headers['content-type']).toBe('video/mp2t');
    expect(um.rawPayload).toEqual(SEGMENTO);
    expect(dois.body).toBe('dois');
    expect(camera.pedidos.at(-1)).toBe('/ao/sub/seg-2.ts?n=2');
  });

  it('rewrites absolute addresses of its own folder to our path', async () => {
    playlist = `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${camera.origem}/ao/chave"\n/ao/seg-1.ts`;
    expect((await get('')).body).toBe(
      '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="/api/cameras/1/hls/chave"\n/api/cameras/1/hls/seg-1.ts',
    );
  });

  it.each([
    ['another origin', () => `${outra.origem}/seg.ts`],
    ['another folder', () => '/segredo.ts'],
    ['another scheme', () => 'file:///etc/passwd'],
    ['a host without scheme', () => `//${new URL(outra.origem).host}/seg.ts`],
  ])('does not show a playlist with %s', async (_nome, endereco) => {
    playlist = `#EXTM3U\n${endereco()}`;
    const resposta = await get('');
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([503, 'not_found']);
    expect(resposta.body).not.toContain(new URL(outra.origem).host);
  });

  it.each([
    '../segredo.ts',
    '..%2fsegredo.ts',
    '%2e%2e/segredo.ts',
    '%2e%2e%2fsegredo.ts',
    'sub/../../segredo.ts',
    '..%5csegredo.ts',
    '..\\segredo.ts',
    '/segredo.ts',
    'http://127.0.0.1/segredo.ts',
    '@outra/segredo.ts/../../../segredo.ts',
  ])('requests nothing outside its folder by %s', async (caminho) => {
    const { status, corpo } = await getAsWritten(caminho);
    expect(status).toBe(404);
    expect(corpo).not.toContain('fora da pasta');
    expect(camera.pedidos.filter((pedido) => !pedido.startsWith('/ao/'))).toEqual([]);
  });

  it('follows no redirect', async () => {
    const resposta = await get('desvio.ts');
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([503, 'not_found']);
    expect(outra.pedidos).toEqual([]);
  });

  it('reads no more than 8 MB', async () => {
    const resposta = await get('grande.ts');
    expect(resposta.statusCode).toBe(503);
    expect(resposta.body.length).toBeLessThan(1_000);
  });

  it('refuses a playlist that takes too long to read', async () => {
    playlist = `#EXTM3U\n${'/ao/seg-1.ts\n'.repeat(600_000)}`;
    const inicio = performance.now();
    const resposta = await get('');
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([503, 'codec_unsupported']);
    expect(performance.now() - inicio).toBeLessThan(10_000);
    playlist = `#EXTM3U\n${'/ao/seg-1.ts\n'.repeat(40_000)}`;
    expect((await get('')).statusCode).toBe(200);
  });

  it.each(['mudo.ts', 'gotas.ts'])(
    'does not wait for a camera that sends nothing: %s',
    async (peca) => {
      const inicio = performance.now();
      const resposta = await get(peca);
      expect([resposta.statusCode, resposta.json().codigo]).toEqual([503, 'unreachable']);
      expect(performance.now() - inicio).toBeLessThan(6_500);
    },
  );

  it('an answer ends when the camera changes the protocol', async () => {
    const resposta = await get('outro-protocolo.ts');
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([503, 'closed']);
  });

  it('sends one request for simultaneous requests', async () => {
    await Promise.all(Array.from({ length: 20 }, () => get('sub/seg-2.ts')));
    // Once without the password, once with it.
    expect(camera.pedidos.length).toBe(2);
  });

  it.each([
    ['2', 503, 'refused'],
    ['3', 404, 'nao-encontrado'],
    ['9', 404, 'nao-encontrado'],
  ])('of camera %s answers %d %s', async (id, status, codigo) => {
    const resposta = await get('', id);
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([status, codigo]);
  });

  it('is refused to anonymous visitors', async () => {
    const resposta = await teste.request({ url: '/api/cameras/1/hls/', as: null });
    expect(resposta.statusCode).toBe(401);
  });

  it('shows its state in the list', async () => {
    await get('');
    const lista = (await teste.request({ url: '/api/cameras' })).json();
    expect(lista[0]).toMatchObject({ modo: 'hls', estado: 'ao_vivo', motivo: null });
  });
});
