import { describe, expect, it } from 'vitest';
import type { SessionState, Viewer } from '../viewers/viewer.ts';
import { Hub, Recent } from './hub.ts';
import type { Fragment, Init } from './source.ts';

const KB = 1_024;
const CAP = 512 * KB;
const estado: SessionState = {
  estado: 'ao_vivo',
  motivo: null,
  desde: '2026-01-01T00:00:00.000Z',
  codec: null,
  largura: null,
  altura: null,
};
const init: Init = { bytes: Buffer.alloc(800), codec: 'avc1.42C01F', largura: 640, altura: 360 };

/** Frames with their number in the first bytes, a key every fifty. */
function* film(bytes: number, gop = 50): Generator<Fragment> {
  for (let i = 0; ; i++) {
    const frame = Buffer.alloc(bytes);
    frame.writeUInt32BE(i);
    yield { bytes: frame, key: i % gop === 0, duracaoMs: 40 };
  }
}

/** A viewer whose network accepts the bytes that the test allows. */
function buildViewer() {
  const visto = {
    fila: 0,
    maior: 0,
    epocas: [] as number[],
    frames: [] as number[],
    fechado: 0,
  };
  const viewer: Viewer = {
    bufferedAmount: () => visto.fila,
    sendState: () => undefined,
    sendInit: (_init, epoca) => visto.epocas.push(epoca),
    sendVideo(bytes) {
      visto.fila += bytes.length;
      visto.maior = Math.max(visto.maior, visto.fila);
      visto.frames.push(bytes.readUInt32BE());
    },
    close: (codigo) => {
      visto.fechado = codigo;
    },
  };
  return { viewer, visto };
}

function startHub(bytes: number, gop?: number) {
  let idos = 0;
  const hub = new Hub(() => idos++);
  const frames = film(bytes, gop);
  hub.begin(init);
  const push = (quantos: number, between = () => {}): void => {
    for (let i = 0; i < quantos; i++) {
      hub.push(frames.next().value as Fragment);
      between();
    }
  };
  return { hub, push, countGone: () => idos };
}

describe('a new viewer', () => {
  it('gets init and the frames since the last key at once, then the new frames', () => {
    const { hub, push } = startHub(4 * KB);
    push(72);
    const { viewer, visto } = buildViewer();
    hub.join(viewer, estado);
    expect(visto.epocas).toEqual([1]);
    expect(visto.frames).toEqual(Array.from({ length: 22 }, (_, i) => 50 + i));
    visto.fila = 0;
    push(1);
    expect(visto.frames.at(-1)).toBe(72);
  });

  it('gets a group larger than the limit as its network accepts it, in order and without a gap', () => {
    const { hub, push } = startHub(30 * KB);
    push(40);
    const { viewer, visto } = buildViewer();
    hub.join(viewer, estado);
    expect(visto.frames).toHaveLength(17);
    push(5, () => {
      visto.fila = 0;
    });
    expect(visto.frames).toEqual(Array.from({ length: 45 }, (_, i) => i));
    expect(visto.maior).toBeLessThanOrEqual(CAP);
  });

  it('waits for the next key when the group is larger than the cache', () => {
    const { hub, push } = startHub(4 * KB, 400);
    push(300);
    const { viewer, visto } = buildViewer();
    hub.join(viewer, estado);
    push(50);
    expect([visto.epocas.length, visto.frames.length]).toEqual([1, 0]);
    push(51);
    expect(visto.frames[0]).toBe(400);
    expect(visto.fechado).toBe(0);
    expect(hub.totals().dropped).toBe(0);
  });

  it('gets nothing of a stream that ended, whose last picture is kept', () => {
    const { hub, push } = startHub(4 * KB);
    push(60);
    hub.end();
    const { viewer, visto } = buildViewer();
    hub.join(viewer, estado);
    expect(visto.epocas).toEqual([]);
    expect(hub.lastGroup()?.fragments).toHaveLength(10);
    hub.begin(init);
    expect(visto.epocas).toEqual([2]);
    expect(hub.lastGroup()).toBeNull();
  });
});

describe('a slow reader', () => {
  it.each([
    ['a thin stream, two seconds of it', 3 * KB, 150 * KB],
    ['a thick stream, 512 KB', 30 * KB, CAP],
  ])('never holds more than the limit and one frame: %s', (_nome, bytes, limite) => {
    const { hub, push } = startHub(bytes);
    push(50);
    const { viewer, visto } = buildViewer();
    hub.join(viewer, estado);
    visto.fila = 0;
    visto.maior = 0;
    push(500);
    expect(visto.maior).toBeGreaterThan(limite / 2);
    expect(visto.maior).toBeLessThanOrEqual(limite + bytes);
    expect(hub.totals().dropped).toBeGreaterThan(400);
  });

  it('skips to a key, only when its buffer is nearly empty', () => {
    const { hub, push } = startHub(30 * KB);
    const { viewer, visto } = buildViewer();
    hub.join(viewer, estado);
    push(60);
    const antes = visto.frames.length;
    expect(antes).toBe(17);
    visto.fila = 64 * KB;
    push(50);
    expect(visto.frames).toHaveLength(antes);
    visto.fila = 63 * KB;
    push(30);
    expect(visto.frames).toHaveLength(antes);
    push(11);
    expect(visto.frames.at(antes)).toBe(150);
  });

  it('costs the others nothing', () => {
    const { hub, push } = startHub(30 * KB);
    const [lento, rapido] = [buildViewer(), buildViewer()];
    hub.join(lento.viewer, estado);
    hub.join(rapido.viewer, estado);
    push(200, () => {
      rapido.visto.fila = 0;
    });
    expect(rapido.visto.frames).toEqual(Array.from({ length: 200 }, (_, i) => i));
    expect(lento.visto.frames).toHaveLength(17);
  });

  it('is closed with "try again later" after ten seconds', async () => {
    const { hub, push, countGone } = startHub(30 * KB);
    const { viewer, visto } = buildViewer();
    hub.join(viewer, estado);
    push(60);
    const { now } = performance;
    const agora = now.call(performance);
    try {
      performance.now = () => agora + 9_000;
      push(1);
      expect(visto.fechado).toBe(0);
      performance.now = () => agora + 11_000;
      push(1);
    } finally {
      performance.now = now;
    }
    expect([visto.fechado, hub.size, countGone()]).toEqual([1013, 0, 1]);
  });
});

it('frames of a clock that stands still are kept up to the limit of bytes', () => {
  const recent = new Recent();
  const bytes = Buffer.alloc(20 * KB);
  for (let i = 0; i < 1_000; i++) recent.push({ bytes, key: false, duracaoMs: 0 });
  expect(recent.bytes).toBeGreaterThanOrEqual(CAP);
  expect(recent.bytes).toBeLessThan(CAP + bytes.length);
});

it('a viewer that throws is removed, and the others continue', () => {
  const { hub, push, countGone } = startHub(4 * KB);
  const [mau, bom] = [buildViewer(), buildViewer()];
  mau.viewer.sendVideo = () => {
    throw new Error('socket closed');
  };
  hub.join(mau.viewer, estado);
  hub.join(bom.viewer, estado);
  push(3);
  expect(bom.visto.frames).toEqual([0, 1, 2]);
  expect([hub.size, countGone()]).toEqual([1, 1]);
});

it('counts the bytes sent, also to viewers that left', () => {
  const { hub, push } = startHub(1 * KB);
  const { viewer } = buildViewer();
  hub.join(viewer, estado);
  push(5);
  hub.leave(viewer);
  push(5);
  expect(hub.totals()).toEqual({ viewers: 0, bytesOut: 800 + 5 * KB, dropped: 0 });
});
