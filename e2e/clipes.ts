/**
 * `npm run clipes`: draws the demonstration's scenes (demo/cenas.js) in Chromium and encodes them
 * with ffmpeg into demo/cam1.mp4 … cam4.mp4: 640×360 at 25 frames a second, H.264 baseline, a key
 * frame every two seconds, one frame a fragment. Next to each clip it writes two stills, with a white
 * and with a black vehicle: any colour lies between them (server/src/demo/fotos.ts).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';

const QUADROS = 25;
const SEGUNDOS = 10;
/** The second of each scene of which the still is taken. */
const FOTOS = [4, 3.4, 3.1, 5];
const CASA = 'http://cenas.invalid/';
const PAGINA =
  '<canvas width="640" height="360"></canvas><script type="module" src="/cenas.js"></script>';
const pasta = fileURLToPath(new URL('../demo/', import.meta.url));

/** One frame of a scene as JPEG, almost without loss. */
async function drawFrame(
  pagina: Page,
  numero: number,
  segundo: number,
  cor?: string,
): Promise<Buffer> {
  const base64 = await pagina.evaluate(
    ({ camera, t, cor }) => {
      const tela = document.querySelector('canvas') as HTMLCanvasElement;
      const { drawCena } = globalThis as unknown as {
        drawCena(contexto: unknown, camera: number, t: number, cor?: string): void;
      };
      drawCena(tela.getContext('2d'), camera, t, cor);
      return tela.toDataURL('image/jpeg', 0.9).split(',')[1] as string;
    },
    { camera: numero, t: segundo, cor },
  );
  return Buffer.from(base64, 'base64');
}

const encode = (numero: number) =>
  spawn(
    'ffmpeg',
    [
      ...['-hide_banner', '-loglevel', 'error', '-y'],
      ...['-f', 'image2pipe', '-framerate', `${QUADROS}`, '-c:v', 'mjpeg', '-i', 'pipe:0'],
      ...['-c:v', 'libx264', '-profile:v', 'baseline', '-preset', 'veryslow', '-crf', '29'],
      ...['-pix_fmt', 'yuv420p', '-g', `${QUADROS * 2}`, '-keyint_min', `${QUADROS * 2}`],
      ...['-sc_threshold', '0', '-bf', '0', '-an'],
      ...['-movflags', '+frag_every_frame+empty_moov+default_base_moof'],
      `${pasta}cam${numero}.mp4`,
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );

const navegador = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const pagina = await navegador.newPage();
// The page needs an address: a page without one may not load modules.
await pagina.route(`${CASA}**`, (pedido) => {
  const nome = new URL(pedido.request().url()).pathname.slice(1);
  const path = nome ? `${pasta}${nome}` : undefined;
  return pedido.fulfill(path ? { path } : { contentType: 'text/html', body: PAGINA });
});
await pagina.goto(CASA);
for (const [i, segundo] of FOTOS.entries()) {
  const numero = i + 1;
  for (const [nome, cor] of Object.entries({ branca: '#ffffff', preta: '#000000' })) {
    writeFileSync(
      `${pasta}cam${numero}-${nome}.jpg`,
      await drawFrame(pagina, numero, segundo, cor),
    );
  }
  const ffmpeg = encode(numero);
  for (let quadro = 0; quadro < QUADROS * SEGUNDOS; quadro += 1) {
    const jpeg = await drawFrame(pagina, numero, quadro / QUADROS);
    if (!ffmpeg.stdin.write(jpeg)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  const [codigo] = await once(ffmpeg, 'exit');
  if (codigo !== 0) throw new Error(`ffmpeg: ${codigo}`);
}
await navegador.close();
