import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connected, watchConnection } from './connection.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  connected.set(true);
});

test('asks every 30 s, and every 5 s while the server does not answer', async () => {
  const ask = vi.fn(async () => {});
  const stop = watchConnection(ask);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(ask).toHaveBeenCalledTimes(1);
  connected.set(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask).toHaveBeenCalledTimes(3);
  stop();
});

test('after a stop no question follows the one under way', async () => {
  let answer: () => void = () => {};
  const ask = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  const stop = watchConnection(ask);
  await vi.advanceTimersByTimeAsync(30_000);
  stop();
  answer();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});
