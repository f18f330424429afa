import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const NOW = Date.UTC(2026, 10, 20, 12, 0, 0);
const header = (ms: number): string => new Date(ms).toUTCString();

let clock: typeof import('./serverClock.ts');
beforeEach(async () => {
  // A request waits for a task of its own, so the timers are the real ones.
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  vi.resetModules();
  clock = await import('./serverClock.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('before the first answer the time is this device’s', () => {
  expect(clock.serverNow()).toBe(NOW);
});

test.each([
  ['two hours ahead', 7_200_000, 7_200_000],
  ['two hours behind', -7_200_000, -7_200_000],
  ['two seconds ahead', 2_000, 2_000],
  ['the same second', 0, 0],
  ['one second behind, which is the precision of the header', -1_000, 0],
])('a server that is %s', (_name, difference, ahead) => {
  clock.noteDate(header(NOW + difference));
  expect(clock.serverNow()).toBe(NOW + ahead);
  vi.setSystemTime(NOW + 60_000);
  expect(clock.serverNow()).toBe(NOW + 60_000 + ahead);
});

test('the latest answer counts; one without a readable date changes nothing', () => {
  clock.noteDate(header(NOW + 60_000));
  clock.noteDate(null);
  clock.noteDate('yesterday');
  expect(clock.serverNow()).toBe(NOW + 60_000);
  clock.noteDate(header(NOW));
  expect(clock.serverNow()).toBe(NOW);
});

describe('every answer sets it', () => {
  test.each([200, 404, 500])('one of status %i', async (status) => {
    const headers = { date: header(NOW + 3_600_000), 'content-type': 'application/json' };
    vi.stubGlobal('fetch', async () => new Response('{}', { status, headers }));
    const { request } = await import('../wire/http.ts');
    await request('GET', '/db/ultimosveiculos', { anonymous: true }).catch(() => undefined);
    expect(clock.serverNow()).toBe(NOW + 3_600_000);
  });
});
