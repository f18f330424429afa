import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { abortWhenHidden, waitUntilSeen } from './visibilidade.ts';

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

test('aborts after half a minute hidden without a break, and not before', () => {
  const oculta = abortWhenHidden(30_000, new AbortController().signal);
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

test('a page opened in the background counts from then on', () => {
  hide(true);
  const oculta = abortWhenHidden(30_000, new AbortController().signal);
  vi.advanceTimersByTime(30_000);
  expect(oculta.aborted).toBe(true);
});

test('after `until` nothing is counted', () => {
  const until = new AbortController();
  const oculta = abortWhenHidden(30_000, until.signal);
  hide(true);
  until.abort();
  vi.advanceTimersByTime(60_000);
  hide(false);
  hide(true);
  vi.advanceTimersByTime(60_000);
  expect(oculta.aborted).toBe(false);
});

test('waits until the page is visible', async () => {
  const seen = vi.fn();
  hide(true);
  void waitUntilSeen(new AbortController().signal).then(seen);
  hide(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(seen).not.toHaveBeenCalled();
  hide(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toHaveBeenCalledOnce();
});

test('stops waiting when its signal aborts', async () => {
  const stop = new AbortController();
  hide(true);
  const waiting = waitUntilSeen(stop.signal);
  stop.abort();
  await waiting;
});
