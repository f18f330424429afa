import { act, renderHook } from '@testing-library/react';
import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildCartao } from '../../../test/cartao.ts';
import { useAnuncio } from './useAnuncio.ts';

const buildAtivo = (id: string, campos: Partial<UltimoVeiculo> = {}) =>
  buildCartao({ id, placa: 'RIO2A18', modelo: 'CRETA', status: 'ATIVO', ...campos });
const watch = (cartoes: UltimoVeiculo[] | undefined) =>
  renderHook((lista: UltimoVeiculo[] | undefined) => useAnuncio(lista), { initialProps: cartoes });
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the first cards are not announced, an arrival is', async () => {
  const { result, rerender } = watch([buildAtivo('1')]);
  await wait(5_000);
  expect(result.current).toBe('');
  rerender([buildAtivo('2', { modelo: 'ONIX' }), buildAtivo('1')]);
  await wait(0);
  expect(result.current).toBe('RIO2A18, ONIX, Ativo');
});

test('a waiting arrival is announced as it was refined meanwhile', async () => {
  const { result, rerender } = watch([]);
  rerender([buildAtivo('1')]);
  await wait(0);
  rerender([buildAtivo('2', { placa: 'ABC1D23', modelo: 'Não cadastrado' }), buildAtivo('1')]);
  await wait(1_000);
  rerender([buildAtivo('2', { placa: 'ABC1D23', modelo: 'ONIX', versao: 2 }), buildAtivo('1')]);
  await wait(3_000);
  expect(result.current).toBe('ABC1D23, ONIX, Ativo');
});

test('a PROIBIDO is not announced: its card is an alert', async () => {
  const { result, rerender } = watch([]);
  rerender([buildAtivo('1', { status: 'PROIBIDO' })]);
  await wait(5_000);
  expect(result.current).toBe('');
});

test('a card with an alarm is not announced: its banner is an alert', async () => {
  const { result, rerender } = watch([]);
  const alerta = { tipo: 'provavel', em: '2026-11-20T22:47:00Z', ciente: null } as const;
  rerender([buildAtivo('1', { status: 'Não cadastrado', alerta })]);
  await wait(5_000);
  expect(result.current).toBe('');
});
