import { afterEach, expect, test, vi } from 'vitest';
import { connected } from '../../lib/wire/connection.ts';
import { getEspera, waitToRetry } from './espera.ts';

afterEach(() => {
  vi.useRealTimers();
  connected.set(true);
});

test('waits grow from one second to ten, without end', () => {
  expect([0, 1, 2, 3, 4, 5, 50, 5_000].map((falhas) => getEspera(falhas, 0.5))).toEqual([
    1_000, 1_700, 2_890, 4_913, 8_333, 8_333, 8_333, 8_333,
  ]);
});

test('tiles try at different times, and none waits longer than ten seconds', () => {
  expect([getEspera(0, 0), getEspera(0, 1)]).toEqual([800, 1_200]);
  expect(getEspera(90, 1)).toBe(10_000);
  expect(new Set(Array.from({ length: 20 }, () => getEspera(3))).size).toBeGreaterThan(5);
});

test('ends at its time and not before', async () => {
  vi.useFakeTimers();
  const ended = vi.fn();
  void waitToRetry(5_000, new AbortController().signal).then(ended);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
});

test('ends when its signal aborts', async () => {
  const stop = new AbortController();
  const waiting = waitToRetry(60_000, stop.signal);
  stop.abort();
  await waiting;
  await waitToRetry(60_000, stop.signal);
});

test('ends when the server answers again', async () => {
  connected.set(false);
  const waiting = waitToRetry(60_000, new AbortController().signal);
  connected.set(true);
  await waiting;
});
