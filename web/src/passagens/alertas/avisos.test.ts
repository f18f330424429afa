import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildCartao } from '../../../test/cartao.ts';
import { keyOfAlerta } from './alertas.ts';

class Notificacao {
  static permission: NotificationPermission = 'granted';
  static mostradas: string[] = [];
  onclick: (() => void) | null = null;
  constructor(titulo: string, { body = '' }: NotificationOptions = {}) {
    Notificacao.mostradas.push(`${titulo} | ${body}`);
  }
}

const vibrate = vi.fn();
const load = async () => {
  vi.resetModules();
  return import('./avisos.ts');
};
const buildAberto = (id = '1', idadeMs = 0) =>
  buildCartao({
    id,
    instante: '2026-11-20T22:47:00.000Z',
    camera: '2',
    alerta: { tipo: 'proibido', em: new Date(Date.now() - idadeMs).toISOString(), ciente: null },
  });

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  vibrate.mockClear();
  Notificacao.permission = 'granted';
  Notificacao.mostradas = [];
  vi.stubGlobal('Notification', Notificacao);
  Object.assign(navigator, { vibrate });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  [true, 'ligado', 0],
  [false, 'ligado', 300],
  [true, 'bloqueado', 600],
  [true, 'desligado', 600],
  [false, 'bloqueado', undefined],
])('leading %s, sound %s: the tab waits %s ms', async (lidera, som, vez) => {
  const { getVez } = await load();
  expect(getVez(lidera, som)).toBe(vez);
});

test('nothing vibrates before the first touch: the browser would report an error', async () => {
  const userActivation = { hasBeenActive: false };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { vibrate, userActivation }));
  const { raiseAlertas } = await load();
  raiseAlertas([buildAberto()], true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(Notificacao.mostradas).toHaveLength(1);
  expect(vibrate).not.toHaveBeenCalled();
});

test('an alarm calls once, with a notification of plate, place and time', async () => {
  const { raiseAlertas } = await load();
  const alarme = buildAberto();
  raiseAlertas([alarme], true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(Notificacao.mostradas).toEqual(['Proibido: QXJ0D52 | HB20S 1.0 · 19:47 · Câmera 2']);
  raiseAlertas([alarme], true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vibrate).toHaveBeenCalledTimes(1);
});

test('with a service worker it shows the notification, under the tag of its own calls', async () => {
  const showNotification = vi.fn(async () => {});
  const getRegistration = async () => ({ active: {}, showNotification });
  const comWorker = Object.assign(Object.create(navigator), {
    vibrate,
    serviceWorker: { getRegistration },
  });
  vi.stubGlobal('navigator', comWorker);
  const { raiseAlertas } = await load();
  raiseAlertas([buildAberto('42')], true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(showNotification).toHaveBeenCalledExactlyOnceWith(
    'Proibido: QXJ0D52',
    expect.objectContaining({ tag: 'alerta-42', data: '42' }),
  );
  expect(Notificacao.mostradas).toEqual([]);
});

test('after a reload the alarm does not call again', async () => {
  const alarme = buildAberto();
  (await load()).raiseAlertas([alarme], true);
  await vi.advanceTimersByTimeAsync(1_000);
  (await load()).raiseAlertas([alarme], true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vibrate).toHaveBeenCalledTimes(1);
});

test('an alarm that another tab has called for is skipped', async () => {
  const { raiseAlertas } = await load();
  const alarme = buildAberto();
  raiseAlertas([alarme], true);
  localStorage.setItem('unipark.alertas', JSON.stringify([keyOfAlerta(alarme)]));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vibrate).not.toHaveBeenCalled();
});

test('a cancelled call does nothing', async () => {
  const { raiseAlertas } = await load();
  raiseAlertas([buildAberto()], true)();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vibrate).not.toHaveBeenCalled();
});

test('an old alarm does not call; an unreadable storage does not stop a new one', async () => {
  localStorage.setItem('unipark.alertas', '{"a":');
  const { raiseAlertas } = await load();
  raiseAlertas([buildAberto('1', 6 * 60_000)], true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vibrate).not.toHaveBeenCalled();
  raiseAlertas([buildAberto('2')], true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vibrate).toHaveBeenCalledTimes(1);
});

test('without the permission no notification is shown', async () => {
  Notificacao.permission = 'default';
  const { raiseAlertas } = await load();
  raiseAlertas([buildAberto()], true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vibrate).toHaveBeenCalledTimes(1);
  expect(Notificacao.mostradas).toEqual([]);
});
