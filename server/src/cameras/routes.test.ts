import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Camera, SituacaoCameras } from '@unipark/contract/camera';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { buildCamerasApp, type CamerasApp } from '../../test/cameras.ts';
import { type HttpCamera, startHttpCamera, withDigest } from '../../test/httpCamera.ts';

const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');

let camera: HttpCamera;
let teste: CamerasApp;
beforeAll(async () => {
  camera = await startHttpCamera({
    '/foto.jpg': withDigest('vigia', 'p@ss', (_request, response) => response.end(JPEG)),
    '/texto.jpg': (_request, response) => response.end('<html>'),
    '/grande.jpg': (_request, response) =>
      response.end(Buffer.concat([JPEG, Buffer.alloc(6 * 1024 * 1024)])),
    '/desvio.jpg': (_request, response) => response.writeHead(302, { location: '/foto.jpg' }).end(),
  });
  const snapshotCamera = (id: string, nome: string, resto: object = {}) => ({
    id,
    nome: `Foto ${id}`,
    tipo: 'snapshot',
    url: `${camera.origem}/${nome}.jpg`,
    ...resto,
  });
  const cameras = [
    { id: '1', nome: 'Portaria', tipo: 'demo' },
    { id: '2', nome: 'Fundos', tipo: 'rtsp', url: 'rtsp://127.0.0.1:9/canal?k=CANARIO' },
    { id: '3', nome: 'Mapa', tipo: 'embed', url: 'https://mapa.exemplo/ver?sala=2' },
    { id: '4', nome: 'Obra', tipo: 'demo', ativa: false },
    snapshotCamera('foto', 'foto', { usuario: 'vigia', senhaEnv: 'CAM_SENHA' }),
    snapshotCamera('errada', 'foto', { usuario: 'vigia' }),
    snapshotCamera('texto', 'texto'),
    snapshotCamera('grande', 'grande'),
    snapshotCamera('desvio', 'desvio'),
  ];
  teste = await buildCamerasApp(cameras, { CAM_SENHA: 'p@ss' });
});
afterAll(async () => {
  await teste.close();
  await camera.close();
});

const snapshot = (id: string) => teste.request({ url: `/api/cameras/${id}/snapshot.jpg` });

describe('GET /api/cameras', () => {
  it('lists each camera with its state, and never its address', async () => {
    const resposta = await teste.request({ url: '/api/cameras' });
    const lista = z.array(Camera).parse(resposta.json());
    expect(lista.slice(0, 4)).toMatchObject([
      { id: '1', nome: 'Portaria', tipo: 'demo', modo: 'video', estado: 'offline', motivo: null },
      { id: '2', tipo: 'rtsp', modo: 'video' },
      { id: '3', modo: 'embed', embedUrl: 'https://mapa.exemplo/ver?sala=2' },
      { id: '4', estado: 'offline', motivo: 'disabled' },
    ]);
    expect(lista[0]).not.toHaveProperty('embedUrl');
    expect(resposta.body).not.toMatch(/127\.0\.0\.1|rtsp:\/\/|CANARIO|vigia|p@ss/);
  });

  it('is empty where no camera is configured', async () => {
    const { buildTestApp } = await import('../../test/app.ts');
    const vazio = await buildTestApp();
    expect((await vazio.request({ url: '/api/cameras' })).json()).toEqual([]);
    await vazio.close();
  });
});

describe('GET /api/cameras/{id}/snapshot.jpg', () => {
  it('starts a session without viewers for the picture', async () => {
    const resposta = await snapshot('1');
    expect(resposta.statusCode, resposta.body).toBe(200);
    expect(resposta.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
    });
    expect(Number(resposta.headers['x-frame-age'])).toBeLessThan(20);
    expect(resposta.rawPayload.subarray(0, 3)).toEqual(Buffer.from('ffd8ff', 'hex'));
    expect(resposta.rawPayload.length).toBeGreaterThan(5_000);
  });

  it('is fetched with the password from the camera, once a second for all requests', async () => {
    camera.pedidos.length = 0;
    const respostas = await Promise.all(Array.from({ length: 20 }, () => snapshot('foto')));
    for (const { statusCode, rawPayload } of respostas) {
      expect([statusCode, rawPayload]).toEqual([200, JPEG]);
    }
    // Once without the password, once with it.
    expect(camera.pedidos).toHaveLength(2);
    const abertas = await teste.db
      .selectFrom('auditoria')
      .select('acao')
      .where('entidade', '=', 'camera')
      .where('chave', '=', 'foto')
      .execute();
    expect(abertas).toEqual([{ acao: 'abrir' }]);
    await expect
      .poll(async () => (await snapshot('foto')).statusCode && camera.pedidos.length, {
        interval: 300,
        timeout: 3_000,
      })
      .toBe(4);
  });

  it.each([
    ['2', 503, 'refused'],
    ['3', 503, 'not_found'],
    ['4', 503, 'disabled'],
    ['errada', 503, 'auth_failed'],
    ['texto', 503, 'codec_unsupported'],
    ['grande', 503, 'codec_unsupported'],
    ['desvio', 503, 'not_found'],
    ['9', 404, 'nao-encontrado'],
  ])('of camera %s answers %d %s', async (id, status, codigo) => {
    const resposta = await snapshot(id);
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([status, codigo]);
    expect(resposta.body).not.toMatch(/127\.0\.0\.1|CANARIO/);
  });

  it('of a camera of single pictures names pictures in its sentence, not a video or a channel', async () => {
    const frases = [
      (await snapshot('texto')).json().mensagem,
      (await snapshot('desvio')).json().mensagem,
    ];
    expect(frases).toEqual([
      'O endereço não envia uma imagem JPEG. Confira o endereço.',
      'A câmera respondeu, mas este endereço não existe.',
    ]);
  });
});

describe('POST /api/cameras/{id}/tentar', () => {
  it.each([
    ['1', 204],
    ['3', 204],
    ['9', 404],
  ])('of camera %s answers %d', async (id, status) => {
    const url = `/api/cameras/${id}/tentar`;
    expect((await teste.request({ method: 'POST', url })).statusCode).toBe(status);
  });
});

describe('GET /api/cameras/situacao', () => {
  it('shows engine, file and cameras to administrators', async () => {
    const situacao = SituacaoCameras.parse(
      (await teste.request({ url: '/api/cameras/situacao' })).json(),
    );
    expect(situacao.ffmpeg?.versao).toMatch(/^[\w.+-]+$/);
    expect(situacao.arquivo).toMatchObject({ configurado: true, erro: null });
    expect(situacao.cameras[0]).toMatchObject({ id: '1', espectadores: expect.any(Number) });
  });

  it('is refused to other users', async () => {
    const as = await teste.signIn('porteiro@unilavras.edu.br');
    expect((await teste.request({ url: '/api/cameras/situacao', as })).statusCode).toBe(403);
  });
});

describe('a camera of another site', () => {
  it('may be framed by our pages, and nothing more', async () => {
    const { buildApp } = await import('../app.ts');
    const { readConfig } = await import('../config.ts');
    const raiz = join(teste.dataDir, 'paginas');
    mkdirSync(join(raiz, 'assets'), { recursive: true });
    writeFileSync(join(raiz, 'index.html'), '<!doctype html>');
    const arquivo = join(teste.dataDir, 'cameras.json');
    const url = 'https://mapa.exemplo:8443/ver';
    const cameras = [
      { id: '1', nome: 'Mapa', tipo: 'embed', url },
      { id: '2', nome: 'Fora', tipo: 'embed', url: 'https://fora.exemplo/', ativa: false },
    ];
    writeFileSync(arquivo, JSON.stringify({ cameras }));
    const env = { DATA_DIR: teste.dataDir, LOG_LEVEL: 'silent', CAMERAS_FILE: arquivo };
    const app = await buildApp({ config: readConfig(env, '1'), db: teste.db, siteRoot: raiz });
    const { headers } = await app.inject('/aovivo');
    await app.close();
    const regras = String(headers['content-security-policy']).split('; ');
    expect(regras).toContain("frame-src 'self' https://mapa.exemplo:8443");
    expect(regras.filter((regra) => regra.includes('exemplo'))).toHaveLength(1);
  });
});
