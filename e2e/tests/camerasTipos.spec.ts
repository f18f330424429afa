/** Cameras without conversion: HLS, still pictures, a page of another site. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { type Servidor, signIn, startServer } from '../servidor.ts';

const demo = fileURLToPath(new URL('../../demo/', import.meta.url));
const EXTERNA = 'https://camera.exemplo.br';

let pasta: string;
let gravador: ChildProcess;
let camera: Server;
let fora = false;
let servidor: Servidor;

function record(): ChildProcess {
  const entrada = ['-re', '-stream_loop', '-1', '-i', `${demo}cam1.mp4`, '-c', 'copy'];
  const saida = ['-f', 'hls', '-hls_time', '2', '-hls_list_size', '6'];
  const flags = ['-hls_flags', 'delete_segments+omit_endlist', join(pasta, 'ao-vivo.m3u8')];
  return spawn('ffmpeg', ['-loglevel', 'quiet', ...entrada, ...saida, ...flags], {
    stdio: 'ignore',
  });
}

/** The web server of the cameras: the picture and the files of the HLS stream. */
const serve = (): Server =>
  createServer((pedido, resposta) => {
    const nome = (pedido.url ?? '').slice(1);
    try {
      if (fora) throw new Error('away');
      resposta.end(
        readFileSync(nome === 'foto.jpg' ? `${demo}cam2-branca.jpg` : join(pasta, nome)),
      );
    } catch {
      resposta.writeHead(404).end();
    }
  });

test.beforeAll(async () => {
  pasta = mkdtempSync(join(tmpdir(), 'unipark-hls-'));
  gravador = record();
  camera = serve();
  await new Promise<void>((ready) => camera.listen(0, '127.0.0.1', ready));
  const origem = `http://127.0.0.1:${(camera.address() as AddressInfo).port}`;
  servidor = await startServer({
    cameras: [
      { id: '1', nome: 'Câmera 1', tipo: 'hls', url: `${origem}/ao-vivo.m3u8` },
      { id: '2', nome: 'Câmera 2', tipo: 'snapshot', url: `${origem}/foto.jpg` },
      { id: '3', nome: 'Câmera 3', tipo: 'embed', url: `${EXTERNA}/ver` },
      { id: '4', nome: 'Câmera 4', tipo: 'demo', ativa: false },
    ],
  });
});
test.afterAll(async () => {
  await servidor.stop();
  camera.close();
  const acabou = new Promise((resolve) => gravador.once('exit', resolve));
  gravador.kill();
  await acabou;
  rmSync(pasta, { recursive: true, force: true });
});

const getLugar = (page: Page, numero: number) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Câmera ${numero}` }) });

test('each kind of camera is shown in its own way and is named', async ({ page }) => {
  const queixas: string[] = [];
  page.on('console', (linha) => {
    if (/Content Security Policy/i.test(linha.text())) queixas.push(linha.text());
  });
  const pedidos: (string | undefined)[] = [];
  page.on('request', (pedido) => {
    if (/\/(hls\/|snapshot\.jpg)/.test(pedido.url())) pedidos.push(pedido.headers().authorization);
  });
  await page.route(`${EXTERNA}/**`, (rota) =>
    rota.fulfill({ contentType: 'text/html; charset=utf-8', body: '<h1>Portão dos fundos</h1>' }),
  );
  await signIn(page, servidor.url, '/aovivo');
  await expect(page.getByText('3 de 4 no ar')).toBeVisible({ timeout: 30_000 });

  const [um, dois, tres, quatro] = [1, 2, 3, 4].map((numero) => getLugar(page, numero));
  await um!.hover();
  await expect(um!.getByText(/^HLS · \d+ s de atraso$/)).toBeVisible();
  const time = () => um!.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  const before = await time();
  await expect.poll(time).toBeGreaterThan(before + 1);

  await expect(dois!.getByText(/^Imagem · há \d s$/)).toBeAttached();
  const foto = dois!.getByRole('img', { name: 'Imagem: Câmera 2' });
  // One picture takes the place of the other at once: no frame between them is empty.
  const larguras = await foto.evaluate(
    (img: HTMLImageElement) =>
      new Promise<number[]>((pronto) => {
        const vistas: number[] = [];
        const observer = new MutationObserver(() => {
          queueMicrotask(() => {
            if (vistas.push(img.naturalWidth) === 3) pronto(vistas);
          });
        });
        observer.observe(img, { attributeFilter: ['src'] });
      }),
  );
  expect(larguras).toEqual([640, 640, 640]);

  await expect(tres!.getByText('Externa')).toBeAttached();
  const pagina = tres!.locator('iframe');
  await expect(pagina).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin');
  await expect(pagina.contentFrame().getByText('Portão dos fundos')).toBeVisible();
  await expect(pagina).toHaveCSS('background-color', 'rgb(255, 255, 255)');

  await expect(quatro!.getByText('Câmera desativada na configuração.')).toBeVisible();
  await expect(quatro!.getByRole('button')).toHaveCount(0);

  await expect.poll(() => pedidos.length).toBeGreaterThan(5);
  expect(pedidos.every((bearer) => bearer?.startsWith('Bearer '))).toBe(true);
  expect(queixas).toEqual([]);
});

test('a camera that goes offline or sends no picture gives its reason and returns by itself', async ({
  page,
}) => {
  await page.route(`${EXTERNA}/**`, (rota) => rota.fulfill({ contentType: 'text/html', body: '' }));
  await signIn(page, servidor.url, '/aovivo');
  await expect(page.getByText('3 de 4 no ar')).toBeVisible({ timeout: 30_000 });
  fora = true;
  for (const numero of [1, 2]) {
    const motivo = 'A câmera respondeu, mas este endereço não existe.';
    await expect(getLugar(page, numero).getByText(motivo)).toBeVisible({ timeout: 30_000 });
  }
  fora = false;
  await expect(page.getByText('3 de 4 no ar')).toBeVisible({ timeout: 30_000 });
  const foto = '**/snapshot.jpg';
  await page.route(foto, (rota) => rota.fulfill({ contentType: 'image/jpeg', body: 'JPEG' }));
  await expect(getLugar(page, 2).getByText('A câmera está sem imagem.')).toBeVisible();
  await page.unroute(foto);
  await expect(page.getByText('3 de 4 no ar')).toBeVisible({ timeout: 30_000 });
});
