import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';

/** The part of the browser's audio that this environment lacks: it waits for a gesture or not. */
class Audio extends EventTarget {
  static permitido = true;
  static tons = 0;
  state: AudioContextState = 'suspended';
  currentTime = 0;
  destination = {};
  constructor() {
    super();
    if (Audio.permitido) this.state = 'running';
  }
  resume(): Promise<void> {
    if (!Audio.permitido) return new Promise(() => {});
    this.state = 'running';
    this.dispatchEvent(new Event('statechange'));
    return Promise.resolve();
  }
  createOscillator() {
    Audio.tons += 1;
    return { frequency: { value: 0 }, connect: (to: unknown) => to, start() {}, stop() {} };
  }
  createGain() {
    const gain = { setValueAtTime() {}, linearRampToValueAtTime() {} };
    return { gain, connect: (to: unknown) => to };
  }
}

const load = async () => {
  vi.resetModules();
  return import('./som.ts');
};

beforeEach(() => {
  localStorage.clear();
  Audio.permitido = true;
  Audio.tons = 0;
  vi.stubGlobal('AudioContext', Audio);
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['ligado', 'running', 'ligado'],
  ['ligado', 'suspended', 'bloqueado'],
  ['ligado', 'closed', 'bloqueado'],
  ['ligado', undefined, 'bloqueado'],
  ['desligado', 'running', 'desligado'],
  ['desligado', undefined, 'desligado'],
] as const)('wanted %s, audio %s: %s', async (preferido, estado, som) => {
  const { estadoDoSom } = await load();
  expect(estadoDoSom(preferido, estado)).toBe(som);
});

describe('the sound', () => {
  it('is on where the browser lets it through, and sounds twice two tones', async () => {
    const { prepararSom, soar, somAgora } = await load();
    const stop = prepararSom();
    expect(somAgora()).toBe('ligado');
    soar();
    expect(Audio.tons).toBe(4);
    stop();
  });

  it('is blocked until a gesture, says so, and plays a short tone when unlocked', async () => {
    Audio.permitido = false;
    const { mudarSom, prepararSom, soar, somAgora, somOuvido } = await load();
    const stop = prepararSom();
    expect(somOuvido.get()).toBe('nao');
    expect(somAgora()).toBe('bloqueado');
    soar();
    expect(Audio.tons).toBe(0);
    Audio.permitido = true;
    await mudarSom();
    expect(somAgora()).toBe('ligado');
    expect(Audio.tons).toBe(1);
    stop();
    // The first steps know of it the next time as well.
    const depois = await load();
    expect(depois.somOuvido.get()).toBe('sim');
  });

  it('is unlocked by any press on the page', async () => {
    Audio.permitido = false;
    const { prepararSom, somAgora } = await load();
    const stop = prepararSom();
    Audio.permitido = true;
    document.body.click();
    await vi.waitFor(() => expect(somAgora()).toBe('ligado'));
    stop();
  });

  it('switched off stays off, and is silent', async () => {
    const { mudarSom, prepararSom, soar, somAgora } = await load();
    const stop = prepararSom();
    await mudarSom();
    expect(somAgora()).toBe('desligado');
    soar();
    document.body.click();
    expect(Audio.tons).toBe(0);
    stop();
    const depois = await load();
    expect(depois.somAgora()).toBe('desligado');
  });

  it('that the browser goes on blocking is said, and is not called on', async () => {
    Audio.permitido = false;
    const { mudarSom, somAgora } = await load();
    const { toasterWanted } = await import('../lib/notices.ts');
    await mudarSom();
    expect(somAgora()).toBe('bloqueado');
    expect(toasterWanted.get()).toBe(true);
  });
});
