import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { quandoOculta, serVista } from './visibilidade.ts';

const hide = (hidden: boolean) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  hide(false);
  vi.useRealTimers();
});

test('hidden for half a minute without a break, and not before', () => {
  const oculta = quandoOculta(30_000, new AbortController().signal);
  hide(true);
  vi.advanceTimersByTime(29_000);
  hide(false);
  vi.advanceTimersByTime(60_000);
  hide(true);
  vi.advanceTimersByTime(29_999);
  expect(oculta.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(oculta.aborted).toBe(true);
});

test('a page opened behind another counts from then', () => {
  hide(true);
  const oculta = quandoOculta(30_000, new AbortController().signal);
  vi.advanceTimersByTime(30_000);
  expect(oculta.aborted).toBe(true);
});

test('nobody watches any more: nothing is counted', () => {
  const until = new AbortController();
  const oculta = quandoOculta(30_000, until.signal);
  hide(true);
  until.abort();
  vi.advanceTimersByTime(60_000);
  hide(false);
  hide(true);
  vi.advanceTimersByTime(60_000);
  expect(oculta.aborted).toBe(false);
});

test('waits for the page to be seen', async () => {
  const seen = vi.fn();
  hide(true);
  void serVista(new AbortController().signal).then(seen);
  hide(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(seen).not.toHaveBeenCalled();
  hide(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toHaveBeenCalledOnce();
});

test('waits no longer than anybody wants it', async () => {
  const stop = new AbortController();
  hide(true);
  const waiting = serVista(stop.signal);
  stop.abort();
  await waiting;
});
