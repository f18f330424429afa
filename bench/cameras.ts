/** Live video: delay, first frame, CPU, memory. Fake cameras, real ffmpeg and browser. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FakeCamera, startFakeCamera } from '../server/test/rtsp.ts';
import { openBrowser, openLive, readAges } from './atraso.ts';
import { watch } from './espectador.ts';
import { startRelogio } from './relogio.ts';
import { type BenchServer, quantileOf, startBancada, usageOf } from './servidor.ts';

const ESPECTADORES = 20;

const pathOfClipe = (numero: number): string =>
  fileURLToPath(new URL(`../demo/cam${numero}.mp4`, import.meta.url));

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((nome) => /^\d+$/.test(nome))
    .map(Number)
    .filter((filho) => {
      try {
        return (
          readFileSync(`/proc/${filho}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === `${pid}`
        );
      } catch {
        return false;
      }
    });
}

interface BenchRow {
  medida: string;
  meta: string;
  medido: string;
}

const ms = (valor: number): string => `${Math.round(valor)} ms`;

async function beginnings(bancada: BenchServer, linhas: BenchRow[]): Promise<void> {
  const frio = await watch(bancada, '1');
  linhas.push({
    medida: 'primeiro quadro, câmera parada',
    meta: '≤ GOP (2 s) + 1,5 s',
    medido: ms(await frio.primeiroQuadro),
  });
  const quentes: number[] = [];
  for (let i = 0; i < 7; i += 1) {
    const outro = await watch(bancada, '1');
    quentes.push(await outro.primeiroQuadro);
    outro.close();
  }
  linhas.push({
    medida: 'primeiro quadro, câmera no ar (socket)',
    meta: '≤ 200 ms',
    medido: `${ms(Math.min(...quentes))}–${ms(Math.max(...quentes))}`,
  });
  frio.close();
}

async function troubles(
  bancada: BenchServer,
  camera: FakeCamera,
  linhas: BenchRow[],
): Promise<void> {
  const alguem = await watch(bancada, '1');
  await alguem.primeiroQuadro;
  await wait(1_000);
  let quando = performance.now();
  await camera.down();
  const caiu = await alguem.whenState('offline', quando);
  await wait(2_000);
  quando = performance.now();
  await camera.up();
  const voltou = await alguem.nextFrame(quando);
  await wait(3_000);
  await alguem.whenState('ao_vivo', quando);
  quando = performance.now();
  camera.hang();
  const travou = await alguem.whenState('offline', quando);
  quando = performance.now();
  await camera.up();
  await alguem.nextFrame(quando);
  linhas.push(
    { medida: 'câmera cai: aviso na tela', meta: '≤ 1 s', medido: ms(caiu) },
    { medida: 'câmera trava: aviso na tela', meta: '≤ 5 s', medido: ms(travou) },
    { medida: 'câmera volta: quadro', meta: '≤ 5 s + GOP + 1 s', medido: ms(voltou) },
  );
  alguem.close();
}

async function crowd(
  bancada: BenchServer,
  cameras: FakeCamera[],
  segundos: number,
  linhas: BenchRow[],
): Promise<void> {
  const pessoas = await Promise.all(
    ['1', '2', '3', '4']
      .flatMap((camera) => Array.from({ length: ESPECTADORES }, (_, i) => ({ camera, i })))
      .map(async ({ camera, i }) => watch(await someone(bancada, i), camera)),
  );
  await Promise.all(pessoas.map(({ primeiroQuadro }) => primeiroQuadro));
  await wait(3_000);
  const motores = childrenOf(bancada.pid);
  const before = { eu: bancada.usage().cpu, eles: motores.map((pid) => usageOf(pid).cpu) };
  const bytes = pessoas.reduce((soma, pessoa) => soma + pessoa.bytes(), 0);
  await wait(segundos * 1_000);
  const cpu = (bancada.usage().cpu - before.eu) / segundos / 10;
  const cpuDeles =
    motores.reduce((soma, pid, i) => soma + usageOf(pid).cpu - (before.eles[i] ?? 0), 0) /
    segundos /
    10;
  const saida = pessoas.reduce((soma, pessoa) => soma + pessoa.bytes(), 0) - bytes;
  const pesos = motores.map((pid) => usageOf(pid).mb);
  linhas.push(
    {
      medida: `4 câmeras × ${ESPECTADORES} espectadores: CPU do servidor`,
      meta: '≤ 10 % de um núcleo',
      medido: `${cpu.toFixed(1)} % (${((saida * 8) / segundos / 1e6).toFixed(1)} Mb/s); ffmpeg ${cpuDeles.toFixed(1)} %`,
    },
    {
      medida: 'memória: servidor inteiro / cada ffmpeg',
      meta: 'vídeo ≤ 100 MB / ≤ 60 MB',
      medido: `${Math.round(bancada.usage().mb)} MB / ${pesos.map(Math.round).join(', ')} MB`,
    },
    {
      medida: 'conexões por câmera',
      meta: '1',
      medido: cameras.map((camera) => camera.clients()).join(', '),
    },
  );
  for (const pessoa of pessoas) pessoa.close();
}

/** One account may open eight streams: each group of two viewers per camera has its own. */
const contas = new Map<number, Promise<Pick<BenchServer, 'url' | 'headers'>>>();
function someone(bancada: BenchServer, i: number): Promise<Pick<BenchServer, 'url' | 'headers'>> {
  const grupo = Math.floor(i / 2);
  const conta =
    contas.get(grupo) ??
    fetch(`${bancada.url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: `Pessoa ${grupo}`,
        email: `pessoa${grupo}@exemplo.edu.br`,
        password: 'cancela-azul-42',
      }),
    }).then(async (resposta) => {
      const { token } = (await resposta.json()) as { token: string };
      return {
        url: bancada.url,
        headers: { ...bancada.headers, authorization: `Bearer ${token}` },
      };
    });
  contas.set(grupo, conta);
  return conta;
}

/** The age of pictures in a browser: in normal use, after a freeze, and converted from H.265. */
async function delays(
  bancada: BenchServer,
  segundos: number,
  rotulo: string,
  meta: string,
  linhas: BenchRow[],
): Promise<void> {
  const browser = await openBrowser();
  const page = await openLive(browser, bancada);
  const idades = await readAges(page, 0, segundos * 1_000);
  linhas.push({
    medida: `${rotulo}: atraso p50 / p95 (${idades.length} quadros)`,
    meta,
    medido: `${ms(quantileOf(idades, 0.5))} / ${ms(quantileOf(idades, 0.95))}`,
  });
  if (rotulo === 'cópia') {
    await page.evaluate(() => {
      const fim = performance.now() + 6_000;
      while (performance.now() < fim);
    });
    await page.waitForTimeout(1_000);
    const depois = await readAges(page, 0, 1_000);
    linhas.push({
      medida: 'um segundo depois de a página travar 6 s: atraso',
      meta: '≤ 400 ms',
      medido: ms(quantileOf(depois, 0.5)),
    });
  }
  await browser.close();
}

const camerasFile = (urls: string[]): string => {
  const arquivo = join(tmpdir(), `unipark-bench-cameras-${process.pid}.json`);
  const cameras = urls.map((url, i) => ({
    id: `${i + 1}`,
    nome: `Câmera ${i + 1}`,
    tipo: 'rtsp',
    url,
  }));
  writeFileSync(arquivo, JSON.stringify({ cameras, transcodificacoesMax: 4 }));
  return arquivo;
};

/** Four cameras that film the same clock, shown in a browser. */
async function clocks(
  codec: 'h264' | 'h265',
  segundos: number,
  rotulo: string,
  meta: string,
  linhas: BenchRow[],
): Promise<void> {
  const relogio = await startRelogio(codec);
  const cameras = await Promise.all(
    [1, 2, 3, 4].map((n) => startFakeCamera({ clip: pathOfClipe(n), feed: relogio.feed })),
  );
  const bancada = await startBancada(1_000, {
    CAMERAS_FILE: camerasFile(cameras.map((c) => c.url)),
  });
  await delays(bancada, segundos, rotulo, meta, linhas);
  await bancada.stop();
  for (const camera of cameras) await camera.close();
  await relogio.stop();
}

export async function benchCameras(segundos: number): Promise<void> {
  const cameras = await Promise.all(
    [1, 2, 3, 4].map((n) => startFakeCamera({ clip: pathOfClipe(n) })),
  );
  const bancada = await startBancada(1_000, {
    CAMERAS_FILE: camerasFile(cameras.map((c) => c.url)),
  });
  const linhas: BenchRow[] = [];
  await beginnings(bancada, linhas);
  await troubles(bancada, cameras[0] as FakeCamera, linhas);
  await crowd(bancada, cameras, segundos, linhas);
  await bancada.stop();
  for (const camera of cameras) await camera.close();
  await clocks('h264', segundos, 'cópia', '≤ 250 / 350 ms', linhas);
  await clocks('h265', segundos, 'H.265 convertido', '≤ 300 ms', linhas);
  console.table(linhas);
}
