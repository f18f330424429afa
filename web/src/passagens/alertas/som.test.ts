import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { until } from '../../../../server/test/espera.ts';

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
  const { getSom } = await load();
  expect(getSom(preferido, estado)).toBe(som);
});

describe('the sound', () => {
  it('is on where the browser allows it, and plays two tones twice', async () => {
    const { openSom, playAlarm, readSom } = await load();
    await openSom();
    expect(readSom()).toBe('ligado');
    playAlarm();
    expect(Audio.tons).toBe(4);
  });

  it('is blocked until a gesture, says so, and plays a short tone when unblocked', async () => {
    Audio.permitido = false;
    const { toggleSom, openSom, playAlarm, readSom, somOuvido } = await load();
    await openSom();
    expect(somOuvido.get()).toBe('nao');
    expect(readSom()).toBe('bloqueado');
    playAlarm();
    expect(Audio.tons).toBe(0);
    Audio.permitido = true;
    await toggleSom();
    expect(readSom()).toBe('ligado');
    expect(Audio.tons).toBe(1);
    // The next visit knows that the sound was once allowed.
    const depois = await load();
    expect(depois.somOuvido.get()).toBe('sim');
  });

  it('is opened after the answer for the devices, which starts the audio of the browser', async () => {
    let answer: () => void = () => {};
    const enumerateDevices = () => new Promise<[]>((resolve) => (answer = () => resolve([])));
    vi.stubGlobal('navigator', { mediaDevices: { enumerateDevices } });
    const { audio, openSom } = await load();
    const opened = openSom();
    expect(audio.get()).toBeUndefined();
    answer();
    await opened;
    expect(audio.get()).toBe('running');
  });

  it('opens no audio before a press on the page, which unblocks it', async () => {
    const { audio, prepareSom, readSom } = await load();
    const stop = prepareSom();
    expect(audio.get()).toBeUndefined();
    document.body.click();
    await until(() => expect(readSom()).toBe('ligado'));
    stop();
  });

  it('is unblocked by any press while it is blocked', async () => {
    Audio.permitido = false;
    const { openSom, prepareSom, readSom } = await load();
    await openSom();
    const stop = prepareSom();
    Audio.permitido = true;
    document.body.click();
    await until(() => expect(readSom()).toBe('ligado'));
    stop();
  });

  it('stays off after it is switched off', async () => {
    const { toggleSom, openSom, prepareSom, playAlarm, readSom } = await load();
    await openSom();
    const stop = prepareSom();
    await toggleSom();
    expect(readSom()).toBe('desligado');
    playAlarm();
    document.body.click();
    expect(Audio.tons).toBe(0);
    stop();
    const depois = await load();
    expect(depois.readSom()).toBe('desligado');
  });

  it('that stays blocked shows a toast', async () => {
    Audio.permitido = false;
    const { toggleSom, readSom } = await load();
    const { toasterWanted } = await import('../../lib/screen/notices.ts');
    await toggleSom();
    expect(readSom()).toBe('bloqueado');
    expect(toasterWanted.get()).toBe(true);
    // The toast is loaded now; after the last test of a process that would be a failure in its log.
    await vi.dynamicImportSettled();
  });
});
