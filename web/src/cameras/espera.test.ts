import { afterEach, expect, test, vi } from 'vitest';
import { connected } from '../lib/connection.ts';
import { esperaDe, esperar } from './espera.ts';

afterEach(() => {
  vi.useRealTimers();
  connected.set(true);
});

test('from one second to ten, for ever', () => {
  expect([0, 1, 2, 3, 4, 5, 50, 5_000].map((falhas) => esperaDe(falhas, 0.5))).toEqual([
    1_000, 1_700, 2_890, 4_913, 8_333, 8_333, 8_333, 8_333,
  ]);
});

test('no two tiles knock together, and none waits beyond ten seconds', () => {
  expect([esperaDe(0, 0), esperaDe(0, 1)]).toEqual([800, 1_200]);
  expect(esperaDe(90, 1)).toBe(10_000);
  expect(new Set(Array.from({ length: 20 }, () => esperaDe(3))).size).toBeGreaterThan(5);
});

test('ends in time, and not before', async () => {
  vi.useFakeTimers();
  const ended = vi.fn();
  void esperar(5_000, new AbortController().signal).then(ended);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
});

test('ends when nobody waits any more', async () => {
  const stop = new AbortController();
  const waiting = esperar(60_000, stop.signal);
  stop.abort();
  await waiting;
  await esperar(60_000, stop.signal);
});

test('ends as soon as the server is heard of again', async () => {
  connected.set(false);
  const waiting = esperar(60_000, new AbortController().signal);
  connected.set(true);
  await waiting;
});
