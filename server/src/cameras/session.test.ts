import type { MotivoCamera } from '@unipark/contract/camera';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clipe } from '../../test/video.ts';
import { loopSource } from './loop.ts';
import type { Prazos } from './pace.ts';
import { CameraFault } from './reasons.ts';
import { type CameraSession, createSession, type SessionOptions } from './session.ts';
import type { Source, SourceListener } from './source.ts';
import type { Viewer } from './viewer.ts';

const wait = (ms: number) => new Promise((pronto) => setTimeout(pronto, ms));
/** However busy the machine is. */
const LOGO = { timeout: 10_000, interval: 10 };
const RAPIDOS: Partial<Prazos> = {
  lingerMs: 150,
  minMs: 20,
  maxMs: 60,
  firstMs: 400,
  stallMs: 200,
};
const log = { info: () => undefined, warn: () => undefined };

const soltas: unknown[] = [];
const anotar = (motivo: unknown): unknown => soltas.push(motivo);
let abertas: CameraSession[] = [];
beforeEach(() => process.on('unhandledRejection', anotar));
afterEach(async () => {
  await Promise.all(abertas.map((session) => session.close()));
  abertas = [];
  await wait(0);
  process.off('unhandledRejection', anotar);
  expect(soltas).toEqual([]);
});

/** Counts what begins and what is left of it. */
function counted(create: () => Source | Promise<Source>) {
  const conta = { feitas: 0, vivas: 0, maisVivas: 0 };
  const createSource = async (): Promise<Source> => {
    conta.feitas += 1;
    const source = await create();
    return {
      start(ouvinte) {
        conta.vivas += 1;
        conta.maisVivas = Math.max(conta.maisVivas, conta.vivas);
        source.start(ouvinte);
      },
      async stop() {
        await source.stop();
        conta.vivas -= 1;
      },
    };
  };
  return { conta, createSource };
}

function open(createSource: () => Promise<Source>, mais: Partial<SessionOptions & Prazos> = {}) {
  const { sempreLigada = false, ...prazos } = mais;
  const session = createSession(
    { id: '1', createSource, sempreLigada, log },
    { ...RAPIDOS, ...prazos },
  );
  abertas.push(session);
  return session;
}

function buildViewer() {
  const visto = { estados: [] as string[], epocas: [] as number[], frames: 0, fechado: 0 };
  const viewer: Viewer = {
    bufferedAmount: () => 0,
    sendState: ({ estado, motivo }) => visto.estados.push(`${estado} ${motivo}`),
    sendInit: (_init, epoca) => visto.epocas.push(epoca),
    sendVideo: () => {
      visto.frames += 1;
    },
    close: (codigo) => {
      visto.fechado = codigo;
    },
  };
  return { viewer, visto };
}

const clip = (): Source => loopSource(clipe(1));

/** Plays the clip, and does as the test says after some frames. */
function moody(depois: number, fazer: (ouvinte: SourceListener) => void): Source {
  const source = clip();
  return {
    start(ouvinte) {
      let frames = 0;
      source.start({
        ...ouvinte,
        onFragment(fragment) {
          frames += 1;
          if (frames <= depois) ouvinte.onFragment(fragment);
          if (frames === depois) fazer(ouvinte);
        },
      });
    },
    stop: source.stop,
  };
}

/** Ends at once, and takes its time to be gone. */
const failing = (motivo: MotivoCamera): Source => ({
  start: (ouvinte) => void setImmediate(() => ouvinte.onEnd(motivo)),
  stop: async () => void (await wait(80)),
});

it('is one source for fifty who come at once, and none a while after the last', async () => {
  const { conta, createSource } = counted(clip);
  const session = open(createSource);
  expect(session.state()).toMatchObject({ estado: 'offline', motivo: null });
  await wait(50);
  expect(conta.feitas).toBe(0);
  const todos = Array.from({ length: 50 }, buildViewer);
  const saidas = todos.map(({ viewer }) => session.join(viewer));
  const menos = () => Math.min(...todos.map(({ visto }) => visto.frames));
  await expect.poll(menos, LOGO).toBeGreaterThan(5);
  for (const { visto } of todos) {
    expect(visto.estados).toEqual(['conectando null', 'ao_vivo null']);
  }
  expect(session.counters()).toMatchObject({ viewers: 50, connects: 1 });
  for (const sair of saidas) sair();
  await wait(75);
  expect([conta.vivas, session.state().estado]).toEqual([1, 'ao_vivo']);
  await expect.poll(() => conta.vivas, LOGO).toBe(0);
  expect(conta.feitas).toBe(1);
  expect(session.state()).toMatchObject({ estado: 'offline', motivo: null });
});

it('goes on when somebody comes back in time, who sees a picture at once', async () => {
  const { conta, createSource } = counted(clip);
  const session = open(createSource);
  const antes = buildViewer();
  const sair = session.join(antes.viewer);
  await expect.poll(() => antes.visto.frames, LOGO).toBeGreaterThan(3);
  sair();
  await wait(100);
  const { viewer, visto } = buildViewer();
  session.join(viewer);
  expect(visto.estados).toEqual(['ao_vivo null']);
  expect([visto.epocas.length, visto.frames > 3]).toEqual([1, true]);
  await wait(250);
  expect(conta.feitas).toBe(1);
});

it('starts by itself where it is always on', async () => {
  const { conta, createSource } = counted(clip);
  const session = open(createSource, { sempreLigada: true });
  await expect.poll(() => session.state().estado, LOGO).toBe('ao_vivo');
  session.join(buildViewer().viewer)();
  await wait(300);
  expect(session.state()).toMatchObject({ estado: 'ao_vivo', codec: 'avc1.42C01F', largura: 640 });
  expect(conta).toMatchObject({ feitas: 1, vivas: 1 });
});

it('says why a camera went and keeps trying; one source at a time', async () => {
  const motivos: MotivoCamera[] = ['refused', 'unreachable', 'refused'];
  const { conta, createSource } = counted(() => {
    const motivo = motivos.shift();
    return motivo ? failing(motivo) : clip();
  });
  const session = open(createSource);
  const { viewer, visto } = buildViewer();
  session.join(viewer);
  await expect.poll(() => visto.estados.at(-1), LOGO).toBe('ao_vivo null');
  expect(visto.estados).toEqual([
    'conectando null',
    'offline refused',
    'offline unreachable',
    'offline refused',
    'ao_vivo null',
  ]);
  expect(conta).toMatchObject({ feitas: 4, maisVivas: 1 });
});

it('since when it is away does not move while its reason changes', async () => {
  const motivos: MotivoCamera[] = ['refused', 'unreachable'];
  const { createSource } = counted(() => failing(motivos.shift() ?? 'closed'));
  const session = open(createSource);
  const desde = new Set<string>();
  session.join({
    ...buildViewer().viewer,
    sendState: (estado) => estado.estado === 'offline' && desde.add(estado.desde),
  });
  await expect.poll(() => session.state().motivo, LOGO).toBe('closed');
  expect(desde.size).toBe(1);
});

it('notices a camera that goes quiet, and starts a new epoch when it is back', async () => {
  const quietas = [true];
  const { conta, createSource } = counted(() =>
    quietas.pop() ? moody(5, () => undefined) : clip(),
  );
  const session = open(createSource);
  const { viewer, visto } = buildViewer();
  session.join(viewer);
  await expect.poll(() => visto.estados.length, LOGO).toBe(4);
  expect(visto.estados).toEqual([
    'conectando null',
    'ao_vivo null',
    'offline stalled',
    'ao_vivo null',
  ]);
  expect(visto.epocas).toEqual([1, 2]);
  expect(conta.maisVivas).toBe(1);
});

it.each([
  ['never answers', { start: () => undefined, stop: async () => undefined }, 'unreachable'],
  ['throws', { start: () => void JSON.parse('{'), stop: async () => undefined }, 'closed'],
  [
    'cannot be stopped',
    { ...failing('closed'), stop: () => Promise.reject(new Error()) },
    'closed',
  ],
] as [string, Source, MotivoCamera][])(
  'outlives a source that %s',
  async (_nome, source, motivo) => {
    const { conta, createSource } = counted(() => source);
    const session = open(createSource);
    session.join(buildViewer().viewer);
    await expect.poll(() => session.state(), LOGO).toMatchObject({ estado: 'offline', motivo });
    await expect.poll(() => conta.feitas, LOGO).toBeGreaterThan(1);
  },
);

it.each([
  [new CameraFault('ffmpeg_missing'), 'ffmpeg_missing'],
  [new Error('unforeseen'), 'closed'],
])('a source that cannot be made is a reason too (%s)', async (error, motivo) => {
  const session = open(() => Promise.reject(error));
  session.join(buildViewer().viewer);
  await expect.poll(() => session.state(), LOGO).toMatchObject({ estado: 'offline', motivo });
});

it('a refused password waits, whoever asks or comes again', async () => {
  const { conta, createSource } = counted(() => failing('auth_failed'));
  const session = open(createSource, { authMs: 900 });
  const sair = session.join(buildViewer().viewer);
  await wait(100);
  session.retry();
  sair();
  await wait(250);
  const { viewer, visto } = buildViewer();
  session.join(viewer);
  session.retry();
  await wait(200);
  expect(visto.estados).toEqual(['offline auth_failed']);
  expect(conta.feitas).toBe(1);
  await expect.poll(() => conta.feitas, LOGO).toBe(2);
});

it('tries now when somebody asks, however long the back-off', async () => {
  const motivos: MotivoCamera[] = ['refused'];
  const { conta, createSource } = counted(() => {
    const motivo = motivos.pop();
    return motivo ? failing(motivo) : clip();
  });
  const session = open(createSource, { minMs: 60_000, maxMs: 60_000, insistMs: 150 });
  const { viewer, visto } = buildViewer();
  session.join(viewer);
  await expect.poll(() => session.state().motivo, LOGO).toBe('refused');
  session.retry();
  expect(visto.estados.at(-1)).toBe('conectando null');
  await wait(20);
  expect(conta.feitas).toBe(1);
  await expect.poll(() => visto.estados.at(-1), LOGO).toBe('ao_vivo null');
  expect(conta.feitas).toBe(2);
});

it('ends for good: viewers, source and timers, and takes nobody any more', async () => {
  const { conta, createSource } = counted(clip);
  const session = open(createSource);
  const { viewer, visto } = buildViewer();
  session.join(viewer);
  await wait(150);
  const late = wait(50).then(() => 'late');
  expect(await Promise.race([session.close(), late])).toBeUndefined();
  expect([visto.fechado, conta.vivas]).toEqual([1001, 0]);
  const tarde = buildViewer();
  session.join(tarde.viewer)();
  session.retry();
  await wait(100);
  expect([tarde.visto.fechado, conta.feitas]).toEqual([1001, 1]);
});

it('lets go of a source that was still being made when it ended', async () => {
  let parada = 0;
  const lenta: Source = { start: () => parada--, stop: async () => void parada++ };
  const session = open(async () => {
    await wait(100);
    return lenta;
  });
  session.join(buildViewer().viewer);
  await wait(20);
  await session.close();
  await wait(150);
  expect(parada).toBe(1);
});
