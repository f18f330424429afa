import type { MotivoCamera } from '@unipark/contract/camera';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clipe } from '../../../test/video.ts';
import { CameraFault } from '../reasons.ts';
import type { Viewer } from '../viewers/viewer.ts';
import { loopSource } from './loop.ts';
import type { SessionPace } from './pace.ts';
import { type CameraSession, createSession, type SessionOptions } from './session.ts';
import type { Source, SourceListener } from './source.ts';

const wait = (ms: number) => new Promise((pronto) => setTimeout(pronto, ms));
/** Long enough for a busy machine. */
const LOGO = { timeout: 10_000, interval: 10 };
const RAPIDOS: Partial<SessionPace> = {
  lingerMs: 150,
  minMs: 20,
  maxMs: 60,
  firstMs: 400,
  stallMs: 200,
};
const log = { info: vi.fn(), debug: vi.fn(), warn: () => undefined };

const soltas: unknown[] = [];
const note = (motivo: unknown): unknown => soltas.push(motivo);
let abertas: CameraSession[] = [];
beforeEach(() => {
  vi.clearAllMocks();
  process.on('unhandledRejection', note);
});
afterEach(async () => {
  await Promise.all(abertas.map((session) => session.close()));
  abertas = [];
  await wait(0);
  process.off('unhandledRejection', note);
  expect(soltas).toEqual([]);
});

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

function open(
  createSource: () => Promise<Source>,
  mais: Partial<SessionOptions & SessionPace> = {},
) {
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

/** Plays the clip, and calls `fazer` after `depois` frames. */
function moody(depois: number, act: (ouvinte: SourceListener) => void): Source {
  const source = clip();
  return {
    start(ouvinte) {
      let frames = 0;
      source.start({
        ...ouvinte,
        onFragment(fragment) {
          frames += 1;
          if (frames <= depois) ouvinte.onFragment(fragment);
          if (frames === depois) act(ouvinte);
        },
      });
    },
    stop: source.stop,
  };
}

/** Ends at once, and takes time to stop. */
const failing = (motivo: MotivoCamera): Source => ({
  start: (ouvinte) => void setImmediate(() => ouvinte.onEnd(motivo)),
  stop: async () => void (await wait(80)),
});

it('opens one source for fifty simultaneous viewers, and closes it a while after the last', async () => {
  const { conta, createSource } = counted(clip);
  const session = open(createSource);
  expect(session.state()).toMatchObject({ estado: 'offline', motivo: null });
  await wait(50);
  expect(conta.feitas).toBe(0);
  const todos = Array.from({ length: 50 }, buildViewer);
  const saidas = todos.map(({ viewer }) => session.join(viewer));
  const fewestFrames = () => Math.min(...todos.map(({ visto }) => visto.frames));
  await expect.poll(fewestFrames, LOGO).toBeGreaterThan(5);
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

it('continues for a viewer who returns in time and sees a picture at once', async () => {
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

it('starts by itself when it is always on', async () => {
  const { conta, createSource } = counted(clip);
  const session = open(createSource, { sempreLigada: true });
  await expect.poll(() => session.state().estado, LOGO).toBe('ao_vivo');
  session.join(buildViewer().viewer)();
  await wait(300);
  expect(session.state()).toMatchObject({ estado: 'ao_vivo', codec: 'avc1.42C01F', largura: 640 });
  expect(conta).toMatchObject({ feitas: 1, vivas: 1 });
});

it('gives the reason of a failed camera and keeps trying, with one source at a time', async () => {
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
  // The outage and its end; the viewer's coming is not news.
  expect(log.info.mock.calls.map(([{ estado, motivo }]) => `${estado} ${motivo}`)).toEqual(
    visto.estados.slice(1),
  );
  expect(log.debug).toHaveBeenCalledOnce();
});

it('the start of an outage does not change when its reason changes', async () => {
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

it('detects a camera that sends nothing, and starts a new epoch when it returns', async () => {
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
  'continues after a source that %s',
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
])('a source that cannot be made gives a reason (%s)', async (error, motivo) => {
  const session = open(() => Promise.reject(error));
  session.join(buildViewer().viewer);
  await expect.poll(() => session.state(), LOGO).toMatchObject({ estado: 'offline', motivo });
});

it('a refused password keeps its pause when viewers come or ask', async () => {
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

it('tries now when a user asks, during any back-off', async () => {
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

it('ends for good: viewers, source and timers, and accepts no new viewer', async () => {
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

it('stops a source that was still being made when it ended', async () => {
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
