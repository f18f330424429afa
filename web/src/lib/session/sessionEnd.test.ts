import type { Acesso } from '@unipark/contract/conta';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse('2026-11-21T12:00:00.000Z');

let server: { expira: number; termina: number; lives: boolean; reached: boolean };
let asked: boolean[];
let session: typeof import('./session.ts');
let end: typeof import('./sessionEnd.ts');
let presence: typeof import('./presence.ts');
let clock: typeof import('../time/serverClock.ts');
let stop: () => void;
/** The error of the device's clock, in milliseconds. */
let wrong: number;

const iso = (ms: number) => new Date(ms).toISOString();
const now = () => Date.now() - wrong;

const buildAcesso = (): Acesso => ({
  token: `t${asked.length}`,
  user: { id: '1', email: 'ana@u.br', name: 'Ana', picture: null, admin: false, lembrete: null },
  sessao: { expiraEm: iso(server.expira), terminaEm: iso(server.termina) },
});

/** A server that prolongs a session only on use. */
function buildSource() {
  return {
    onAuthStateChanged: () => () => {},
    async renewAcesso(inUse: boolean) {
      if (!server.reached) throw new Error('offline');
      asked.push(inUse);
      clock.noteDate(new Date(now()).toUTCString());
      if (!server.lives || now() >= Math.min(server.expira, server.termina)) return null;
      if (inUse) server.expira = Math.min(now() + 12 * HOUR, server.termina);
      return buildAcesso();
    },
    signOut: async () => {},
  };
}

async function open(clockWrongBy = 0) {
  wrong = clockWrongBy;
  vi.useFakeTimers({ now: START + wrong });
  vi.resetModules();
  localStorage.clear();
  session = await import('./session.ts');
  end = await import('./sessionEnd.ts');
  presence = await import('./presence.ts');
  clock = await import('../time/serverClock.ts');
  asked = [];
  server = { expira: START + 12 * HOUR, termina: START + 168 * HOUR, lives: true, reached: true };
  const stored = { email: 'ana@u.br', name: 'Ana', picture: null, access_token: 'old' };
  localStorage.setItem('unipark.user', JSON.stringify(stored));
  await session.startSession(buildSource());
  const stops = [presence.watchUse(), end.watchEnd()];
  stop = () => {
    for (const one of stops) one();
  };
  await vi.advanceTimersByTimeAsync(0);
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const press = () => window.dispatchEvent(new Event('keydown'));

beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a page without use', () => {
  test('warns two minutes before the twelve hours end, and asks for the password at the end', async () => {
    await open();
    await pass(12 * HOUR - 2 * MINUTE - 1_000);
    expect(end.ending.get()).toBeUndefined();
    await pass(2_000);
    expect(end.ending.get()).toEqual({ kind: 'unused', at: START + 12 * HOUR });
    expect(session.signInPrompt.get()).toBeNull();
    await pass(2 * MINUTE);
    expect(end.ending.get()).toBeUndefined();
    expect(session.signInPrompt.get()).not.toBeNull();
    expect(session.session.get().status).toBe('signedIn');
  });

  test.each([-26 * HOUR, -40 * MINUTE, 3 * HOUR])(
    'warns in time with a clock wrong by %i ms',
    async (by) => {
      await open(by);
      await pass(12 * HOUR - 2 * MINUTE - 5_000);
      expect(end.ending.get()).toBeUndefined();
      await pass(10_000);
      expect(end.ending.get()?.kind).toBe('unused');
    },
  );

  test('ends although its screens send requests', async () => {
    await open();
    for (let minutes = 0; minutes < 12 * 60 - 1; minutes += 11) {
      await session.renewToken();
      await pass(11 * MINUTE);
    }
    expect(asked.slice(1)).not.toContain(true);
    expect(session.signInPrompt.get()).not.toBeNull();
  });

  test('prolonged by another tab, it does not warn', async () => {
    await open();
    await pass(11 * HOUR);
    server.expira = START + 20 * HOUR;
    await pass(HOUR);
    expect(end.ending.get()).toBeUndefined();
    expect(asked.at(-1)).toBe(false);
  });

  test('without a server it neither warns nor asks', async () => {
    await open();
    server.reached = false;
    await pass(13 * HOUR);
    expect(end.ending.get()).toBeUndefined();
    expect(session.signInPrompt.get()).toBeNull();
  });
});

describe('use', () => {
  test('input on the page prolongs the session, at most every ten minutes', async () => {
    await open();
    for (let i = 0; i < 60; i += 1) {
      press();
      await pass(MINUTE);
    }
    expect(asked.slice(1)).toEqual(Array(6).fill(true));
    expect(server.expira).toBeGreaterThan(START + 12 * HOUR + 40 * MINUTE);
  });

  test('a screen for watching prolongs it while it is visible, not while it is hidden', async () => {
    await open();
    const { renderHook } = await import('@testing-library/react');
    const screen = renderHook(() => presence.useWatching());
    await pass(HOUR);
    expect(asked.filter((inUse) => inUse).length).toBeGreaterThanOrEqual(5);
    const before = asked.length;
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await pass(HOUR);
    expect(asked.slice(before)).toEqual([]);
    hidden.mockReturnValue(false);
    await pass(MINUTE);
    expect(asked.slice(before)).toEqual([true]);
    screen.unmount();
    await pass(HOUR);
    expect(asked.slice(before)).toEqual([true]);
  });

  test('the warning is answered by its button, not by any key', async () => {
    await open();
    await pass(12 * HOUR - MINUTE);
    press();
    await pass(1_000);
    expect(end.ending.get()?.kind).toBe('unused');
    expect(await session.renewToken(true)).toBe(true);
    await pass(0);
    expect(end.ending.get()).toBeUndefined();
  });

  test('a use during a renewal without use waits for it and then counts', async () => {
    await open();
    await pass(HOUR);
    const idle = session.renewToken(false);
    const used = session.renewToken(true);
    expect(await Promise.all([idle, used])).toEqual([true, true]);
    expect(asked.slice(-2)).toEqual([false, true]);
  });
});

describe('after seven days', () => {
  beforeEach(async () => {
    await open();
    server.termina = START + HOUR;
    await session.renewToken(true);
  });

  test('use does not help: the password is asked for before the end', async () => {
    for (let i = 0; i < 58; i += 1) {
      press();
      await pass(MINUTE);
    }
    await pass(2_000);
    expect(end.ending.get()).toEqual({ kind: 'final', at: START + HOUR });
  });

  test('a dismissed warning does not return; at the end the page asks', async () => {
    await pass(59 * MINUTE);
    expect(end.ending.get()?.kind).toBe('final');
    end.dismissEnding();
    await pass(30_000);
    expect(end.ending.get()).toBeUndefined();
    expect(session.signInPrompt.get()).toBeNull();
    await pass(MINUTE);
    expect(session.signInPrompt.get()).not.toBeNull();
  });
});

describe('other tabs', () => {
  const tell = async (email: string, expira: number) => {
    vi.useRealTimers();
    const other = new BroadcastChannel('unipark.sessao');
    const prazo = { expiraEm: iso(expira), terminaEm: iso(server.termina) };
    other.postMessage(JSON.stringify({ email, prazo }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    other.close();
  };

  test('a session prolonged in one tab is prolonged in all', async () => {
    await open();
    await tell('ana@u.br', START + 20 * HOUR);
    expect(session.prazo.get()?.expiraEm).toBe(iso(START + 20 * HOUR));
  });

  test('a tab that opens with a session tells its end: the warnings elsewhere go', async () => {
    const heard: string[] = [];
    const other = new BroadcastChannel('unipark.sessao');
    other.onmessage = ({ data }) => heard.push(data);
    await open();
    vi.useRealTimers();
    await new Promise((resolve) => setTimeout(resolve, 50));
    other.close();
    expect(heard.map((text) => JSON.parse(text))).toEqual([
      { email: 'ana@u.br', prazo: session.prazo.get() },
    ]);
  });

  test('a session of another person is ignored', async () => {
    await open();
    await tell('bia@u.br', START + 20 * HOUR);
    expect(session.prazo.get()?.expiraEm).toBe(iso(START + 12 * HOUR));
  });
});
