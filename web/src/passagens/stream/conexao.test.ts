// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followStream } from './conexao.ts';

const request = vi.hoisted(() => vi.fn());
vi.mock('../../lib/wire/http.ts', () => ({ request, isApiError: () => false }));
vi.mock('../../lib/wire/log.ts', () => ({ logFailure: () => {} }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a pause between two tries leaves no listener on the signal once it is over', async () => {
  request.mockRejectedValue(new TypeError('failed'));
  const stop = new AbortController();
  const added = vi.spyOn(stop.signal, 'addEventListener');
  const removed = vi.spyOn(stop.signal, 'removeEventListener');
  const ouvinte = { onOpen: vi.fn(), onMessage: vi.fn(), onSign: vi.fn(), onLost: vi.fn() };
  const end = followStream(ouvinte, stop.signal);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ouvinte.onLost.mock.calls.length).toBeGreaterThan(5);
  // The running pause has one.
  expect(added.mock.calls.length - removed.mock.calls.length).toBe(1);
  stop.abort();
  await end;
  expect(added.mock.calls.length - removed.mock.calls.length).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
