import { beforeEach, expect, test, vi } from 'vitest';
import { session } from '../lib/session/session.ts';
import { noteDate } from '../lib/time/serverClock.ts';
import { connected } from '../lib/wire/connection.ts';
import { enqueue, fila, sendFila } from './fila.ts';

const EU = 'eu@exemplo.br';
const signIn = (email: string) => session.set({ status: 'signedIn', user: { email } } as never);
beforeEach(() => signIn(EU));

const REGISTRO = {
  chave: 'c1',
  placa: 'RIO2A18',
  sentido: 'entrada' as const,
  instante: '2026-03-10T12:00:00.000Z',
  conferida: false,
};

test('a registration is shown as waiting only once it is stored, or cannot be', async () => {
  const pedido: { onerror?: () => void; error: Error } = { error: new Error('no room') };
  vi.stubGlobal('indexedDB', { open: () => pedido });
  const guardado = enqueue(REGISTRO, { de: EU, tentado: false });
  await Promise.resolve();
  expect(fila.get()).toEqual([]);
  pedido.onerror?.();
  await guardado;
  expect(fila.get()).toMatchObject([REGISTRO]);
});

test('a registration that was read from the disk meanwhile waits once', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const lido = { ...REGISTRO, de: EU, tentado: false };
  fila.set([]);
  const guardado = enqueue(REGISTRO, { de: EU, tentado: false });
  fila.set([lido]);
  await guardado;
  expect(fila.get()).toEqual([lido]);
});

test('a registration of a person who has signed out meanwhile does not wait for the next', async () => {
  fila.set([]);
  const guardado = enqueue(REGISTRO, { de: EU, tentado: false });
  signIn('outra@exemplo.br');
  await guardado;
  expect(fila.get()).toEqual([]);
});

test('the time of one made before the clocks were compared is corrected, once', async () => {
  const fetch = vi.fn((..._: unknown[]) => Promise.reject(new Error('sent')));
  vi.stubGlobal('fetch', fetch);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  fila.set([]);
  await enqueue(REGISTRO, { de: EU, tentado: false });
  noteDate(new Date(Date.now() - 600_000).toUTCString());
  for (let vez = 0; vez < 2; vez += 1) {
    connected.set(true);
    await sendFila();
  }
  const enviados = fetch.mock.calls.map((call) => JSON.stringify(call));
  expect(enviados).toHaveLength(2);
  for (const enviado of enviados) expect(enviado).toMatch(/2026-03-10T11:(49:59|50:0)/);
  fila.set([]);
  noteDate(new Date().toUTCString());
  connected.set(true);
});

test('a registration of another person is not sent, and holds no other one back', async () => {
  const fetch = vi.fn((..._: unknown[]) => Promise.reject(new Error('sent')));
  vi.stubGlobal('fetch', fetch);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  fila.set([{ ...REGISTRO, de: 'ana@exemplo.br' }]);
  await sendFila();
  expect(fetch).not.toHaveBeenCalled();
  fila.set([...fila.get(), { ...REGISTRO, chave: 'c2', placa: 'QXJ0D52', de: EU }]);
  await sendFila();
  expect(fetch.mock.calls.map((call) => JSON.stringify(call))).toEqual([
    expect.stringContaining('QXJ0D52'),
  ]);
  fila.set([]);
});
