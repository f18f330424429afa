import { expect, test, vi } from 'vitest';
import { session } from '../lib/session/session.ts';
import { enqueue, fila, sendFila } from './fila.ts';

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
  const guardado = enqueue(REGISTRO, false);
  await Promise.resolve();
  expect(fila.get()).toEqual([]);
  pedido.onerror?.();
  await guardado;
  expect(fila.get()).toMatchObject([REGISTRO]);
});

test('a registration that was read from the disk meanwhile waits once', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const lido = { ...REGISTRO, de: '', tentado: false };
  fila.set([]);
  const guardado = enqueue(REGISTRO, false);
  fila.set([lido]);
  await guardado;
  expect(fila.get()).toEqual([lido]);
});

test('a registration of a person who has signed out meanwhile does not wait for the next', async () => {
  fila.set([]);
  const guardado = enqueue(REGISTRO, false);
  session.set({ status: 'signedIn', user: { email: 'outra@exemplo.br' } } as never);
  await guardado;
  expect(fila.get()).toEqual([]);
});

test('a registration of another person is not sent', async () => {
  const fetch = vi.fn(() => Promise.reject(new Error('sent')));
  vi.stubGlobal('fetch', fetch);
  fila.set([{ ...REGISTRO, de: 'ana@exemplo.br' }]);
  await sendFila();
  expect(fetch).not.toHaveBeenCalled();
  fila.set([]);
});
