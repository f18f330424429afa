import { beforeEach, expect, test, vi } from 'vitest';
import { session } from '../lib/session/session.ts';
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
