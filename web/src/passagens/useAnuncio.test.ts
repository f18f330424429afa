import { act, renderHook } from '@testing-library/react';
import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildCartao } from '../../test/cartao.ts';
import { useAnuncio } from './useAnuncio.ts';

const cartao = (id: string, campos: Partial<UltimoVeiculo> = {}) =>
  buildCartao({ id, placa: 'RIO2A18', modelo: 'CRETA', status: 'ATIVO', ...campos });
const watch = (cartoes: UltimoVeiculo[] | undefined) =>
  renderHook((lista: UltimoVeiculo[] | undefined) => useAnuncio(lista), { initialProps: cartoes });
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('what was there is no news; an arrival is', async () => {
  const { result, rerender } = watch([cartao('1')]);
  await wait(5_000);
  expect(result.current).toBe('');
  rerender([cartao('2', { modelo: 'ONIX' }), cartao('1')]);
  await wait(0);
  expect(result.current).toBe('RIO2A18, ONIX, Ativo');
});

test('an arrival that waits its turn is announced as it was refined meanwhile', async () => {
  const { result, rerender } = watch([]);
  rerender([cartao('1')]);
  await wait(0);
  rerender([cartao('2', { placa: 'ABC1D23', modelo: 'Não cadastrado' }), cartao('1')]);
  await wait(1_000);
  rerender([cartao('2', { placa: 'ABC1D23', modelo: 'ONIX', versao: 2 }), cartao('1')]);
  await wait(3_000);
  expect(result.current).toBe('ABC1D23, ONIX, Ativo');
});

test('a PROIBIDO speaks by itself', async () => {
  const { result, rerender } = watch([]);
  rerender([cartao('1', { status: 'PROIBIDO' })]);
  await wait(5_000);
  expect(result.current).toBe('');
});

test('what raised an alarm is the banner’s to say', async () => {
  const { result, rerender } = watch([]);
  const alerta = { tipo: 'provavel', em: '2026-11-20T22:47:00Z', ciente: null } as const;
  rerender([cartao('1', { status: 'Não cadastrado', alerta })]);
  await wait(5_000);
  expect(result.current).toBe('');
});
