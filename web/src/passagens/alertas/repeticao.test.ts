import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildCartao } from '../../../test/cartao.ts';
import { keyOfAlerta } from './alertas.ts';

const vibrate = vi.fn();
const load = async () => {
  vi.resetModules();
  return import('./repeticao.ts');
};
const buildAberto = (id = '1') =>
  buildCartao({
    id,
    alerta: { tipo: 'proibido', em: new Date().toISOString(), ciente: null },
  });
/** This browser has called for these alarms, just now. */
const markCalled = (...cartoes: ReturnType<typeof buildAberto>[]) => {
  localStorage.setItem('unipark.alertas', JSON.stringify(cartoes.map(keyOfAlerta)));
  localStorage.setItem('unipark.alertas.soou', String(Date.now()));
};

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  vibrate.mockClear();
  Object.assign(navigator, { vibrate });
});
afterEach(() => vi.useRealTimers());

test('an alarm calls again after each interval, until the returned function is called', async () => {
  const { repeatAlertas } = await load();
  const aberto = buildAberto();
  markCalled(aberto);
  const stop = repeatAlertas([aberto], true, 10_000);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(vibrate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(vibrate).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(21_000);
  expect(vibrate).toHaveBeenCalledTimes(3);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(vibrate).toHaveBeenCalledTimes(3);
});

test('an interval of 0 does not repeat', async () => {
  const { repeatAlertas } = await load();
  const aberto = buildAberto();
  markCalled(aberto);
  repeatAlertas([aberto], true, 0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(vibrate).not.toHaveBeenCalled();
});

test('an alarm that never called in this browser stays silent', async () => {
  const { repeatAlertas } = await load();
  const stop = repeatAlertas([buildAberto()], true, 5_000);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(vibrate).not.toHaveBeenCalled();
  stop();
});

test('a sound of another tab restarts the interval', async () => {
  const { repeatAlertas } = await load();
  const aberto = buildAberto();
  markCalled(aberto);
  const stop = repeatAlertas([aberto], true, 10_000);
  await vi.advanceTimersByTimeAsync(6_000);
  markCalled(aberto, buildAberto('2'));
  await vi.advanceTimersByTimeAsync(8_000);
  expect(vibrate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(vibrate).toHaveBeenCalledTimes(1);
  stop();
});

test('a tab without sound that does not lead never repeats', async () => {
  const { repeatAlertas } = await load();
  const aberto = buildAberto();
  markCalled(aberto);
  repeatAlertas([aberto], false, 5_000);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(vibrate).not.toHaveBeenCalled();
});
