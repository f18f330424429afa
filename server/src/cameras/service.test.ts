import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCamerasApp, type CamerasApp } from '../../test/cameras.ts';
import { camerasService } from './service.ts';

const demo = (id: string, nome: string, resto: object = {}) => ({
  id,
  nome,
  tipo: 'demo',
  ...resto,
});
const RELOAD = { interval: 100 };

let teste: CamerasApp;
beforeAll(async () => {
  teste = await buildCamerasApp([demo('1', 'Portaria'), demo('2', 'Fundos')]);
});
afterAll(() => teste.close());

const names = async (): Promise<string[]> =>
  (await teste.request({ url: '/api/cameras' })).json().map(({ nome }: { nome: string }) => nome);
const file = async () => (await teste.request({ url: '/api/cameras/situacao' })).json().arquivo;

it('a changed file changes only the cameras whose settings changed', async () => {
  const [um, dois] = [
    await teste.watch(await teste.pass('1'), '1'),
    await teste.watch(await teste.pass('2'), '2'),
  ];
  await expect.poll(() => um.quadros.length + dois.quadros.length).toBeGreaterThan(4);
  const { lidoEm } = await file();
  teste.write({ cameras: [demo('1', 'Portaria'), demo('2', 'Pátio'), demo('4', 'Obra')] });
  await expect.poll(names, RELOAD).toEqual(['Portaria', 'Pátio', 'Obra']);
  expect(await dois.fim).toBe(1001);
  const vistos = um.quadros.length;
  await expect.poll(() => um.quadros.length).toBeGreaterThan(vistos + 5);
  expect(um.mensagens.filter(({ t }) => t === 'init')).toHaveLength(1);
  expect((await file()).lidoEm > lidoEm).toBe(true);
  const { body } = await teste.request({ url: '/metrics' });
  expect(body).toContain('camera_upstream_connects_total{camera="1"} 1\n');
  expect(body).toContain('camera_upstream_connects_total{camera="2"} 0\n');
  um.socket.close();
});

it('a camera removed from the file disappears from list, address and metrics', async () => {
  teste.write({ cameras: [demo('1', 'Portaria')] });
  await expect.poll(names, RELOAD).toEqual(['Portaria']);
  const ticket = await teste.request({ method: 'POST', url: '/api/cameras/4/ticket' });
  expect(ticket.statusCode).toBe(404);
  expect((await teste.request({ url: '/metrics' })).body).not.toContain('camera="4"');
});

it('an invalid file keeps the old cameras and shows the error', async () => {
  teste.write({ cameras: [demo('1', 'Portaria', { url: 'http://CANARIO/' })] });
  await expect
    .poll(async () => (await file()).erro, RELOAD)
    .toBe('CAMERAS_FILE: câmera 1, campo url: não se usa em câmera demo: escolha o campo clipe.');
  expect(await names()).toEqual(['Portaria']);
  teste.write({ cameras: [demo('1', 'Guarita')] });
  await expect.poll(names, RELOAD).toEqual(['Guarita']);
  expect((await file()).erro).toBeNull();
});

it('the log reports a refused file once', async () => {
  const pasta = mkdtempSync(join(tmpdir(), 'unipark-cameras-'));
  const camerasFile = join(pasta, 'cameras.json');
  writeFileSync(camerasFile, JSON.stringify({ cameras: [demo('1', 'A')] }));
  const linhas: string[] = [];
  const log = {
    warn: (dados: object, texto: string) => linhas.push(JSON.stringify({ ...dados, texto })),
    info: () => undefined,
    debug: () => undefined,
  };
  const config = { camerasFile, ffmpegPath: null, findSegredo: () => undefined };
  const cameras = camerasService({ config, log });
  unlinkSync(camerasFile);
  await expect.poll(() => linhas.length, RELOAD).toBe(1);
  await new Promise((pronto) => setTimeout(pronto, 4_500));
  expect(linhas).toHaveLength(1);
  expect(linhas[0]).toContain('CAMERAS_FILE: não foi possível ler o arquivo.');
  expect(cameras.list()).toHaveLength(1);
  await cameras.close();
  rmSync(pasta, { recursive: true });
});

it('a server that starts with an invalid file has no cameras, shows the error, and accepts the corrected file', async () => {
  const outro = await buildCamerasApp([{ id: '1', nome: 'A', tipo: 'rtsp' }]);
  const list = async () => (await outro.request({ url: '/api/cameras' })).json();
  const getSituacao = async () => (await outro.request({ url: '/api/cameras/situacao' })).json();
  const broken = Array.from({ length: 4 }, () => ({ estado: 'offline', motivo: 'file_refused' }));
  expect(await list()).toMatchObject(broken);
  expect((await list()).map(({ nome }: { nome: string }) => nome)).toEqual([
    ...['Câmera 1', 'Câmera 2', 'Câmera 3', 'Câmera 4'],
  ]);
  expect(await getSituacao()).toMatchObject({
    arquivo: {
      configurado: true,
      erro: 'CAMERAS_FILE: câmera 1, campo url: falta o endereço da câmera.',
      lidoEm: null,
    },
    cameras: [],
  });
  const ticket = await outro.request({ method: 'POST', url: '/api/cameras/1/ticket' });
  expect(ticket.statusCode).toBe(404);

  outro.write({ cameras: [demo('1', 'Portaria')] });
  await expect.poll(list, RELOAD).toMatchObject([{ nome: 'Portaria', motivo: null }]);
  expect((await getSituacao()).arquivo.erro).toBeNull();
  await outro.close();
});

it('a stop closes every viewer and audits it', async () => {
  const outro = await buildCamerasApp([demo('1', 'Portaria')]);
  const vista = await outro.watch(await outro.pass());
  await expect.poll(() => vista.quadros.length).toBeGreaterThan(0);
  const inicio = performance.now();
  const parando = outro.app.close();
  expect(await vista.fim).toBe(1001);
  await parando;
  expect(performance.now() - inicio).toBeLessThan(1_500);
  const { acoes } = await outro.db
    .selectFrom('auditoria')
    .select((eb) => eb.fn.countAll<number>().as('acoes'))
    .where('entidade', '=', 'camera')
    .executeTakeFirstOrThrow();
  expect(acoes).toBe(2);
  await outro.close();
});
