import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildCartao } from '../../test/cartao.ts';

/** Notifications as far as this environment lacks them: what was shown. */
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
const aberto = (id = '1', idadeMs = 0) =>
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
])('leading %s, sound %s: the turn comes after %s ms', async (lidera, som, vez) => {
  const { vezDaAba } = await load();
  expect(vezDaAba(lidera, som)).toBe(vez);
});

test('nothing vibrates before the first touch: the browser would call it an error', async () => {
  const userActivation = { hasBeenActive: false };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { vibrate, userActivation }));
  const { avisar } = await load();
  avisar([aberto()], true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(Notificacao.mostradas).toHaveLength(1);
  expect(vibrate).not.toHaveBeenCalled();
});

test('an alarm calls once, with a notification that says what and where', async () => {
  const { avisar } = await load();
  const alarme = aberto();
  avisar([alarme], true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(Notificacao.mostradas).toEqual(['Proibido: QXJ0D52 | HB20S 1.0 · 19:47 · Câmera 2']);
  avisar([alarme], true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vibrate).toHaveBeenCalledTimes(1);
});

test('after a reload it is not called again', async () => {
  const alarme = aberto();
  (await load()).avisar([alarme], true);
  await vi.advanceTimersByTimeAsync(1_000);
  (await load()).avisar([alarme], true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vibrate).toHaveBeenCalledTimes(1);
});

test('what was called for by another tab meanwhile is left to it', async () => {
  const { avisar } = await load();
  const alarme = aberto();
  avisar([alarme], true);
  localStorage.setItem('unipark.alertas', JSON.stringify([`1@${alarme.alerta?.em}`]));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vibrate).not.toHaveBeenCalled();
});

test('called off before its turn, it is silent', async () => {
  const { avisar } = await load();
  avisar([aberto()], true)();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vibrate).not.toHaveBeenCalled();
});

test('an old alarm calls nobody; nonsense in the storage is no reason to be silent', async () => {
  localStorage.setItem('unipark.alertas', '{"a":');
  const { avisar } = await load();
  avisar([aberto('1', 6 * 60_000)], true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vibrate).not.toHaveBeenCalled();
  avisar([aberto('2')], true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vibrate).toHaveBeenCalledTimes(1);
});

test('without the permission nothing is notified', async () => {
  Notificacao.permission = 'default';
  const { avisar } = await load();
  avisar([aberto()], true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vibrate).toHaveBeenCalledTimes(1);
  expect(Notificacao.mostradas).toEqual([]);
});
