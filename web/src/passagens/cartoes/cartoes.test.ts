import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { describe, expect, it } from 'vitest';
import { buildCartao } from '../../../test/cartao.ts';
import { applyToCartoes, parseEvento } from './cartoes.ts';

const build = (id: string, changes: Partial<UltimoVeiculo> = {}) =>
  buildCartao({
    id,
    placa: `ABC1D${id.padStart(2, '0')}`,
    modelo: 'ONIX',
    status: 'Ativo',
    ...changes,
  });
const ids = (cards: readonly UltimoVeiculo[]) => cards.map(({ id }) => id).join(' ');
const five = ['5', '4', '3', '2', '1'].map((id) => build(id));

describe('aplicar', () => {
  it('adds a new passage at the top and keeps five', () => {
    const { cartoes, recarregar } = applyToCartoes(five, { tipo: 'passagem', cartao: build('6') });
    expect(ids(cartoes)).toBe('6 5 4 3 2');
    expect(recarregar).toBe(false);
  });

  it('starts with an empty list', () => {
    expect(ids(applyToCartoes([], { tipo: 'passagem', cartao: build('1') }).cartoes)).toBe('1');
  });

  it('shows a passage once: a repeated event leaves it in its place', () => {
    const again = build('3', { versao: 2, modelo: 'CRETA' });
    const { cartoes } = applyToCartoes(five, { tipo: 'passagem', cartao: again });
    expect(ids(cartoes)).toBe('5 4 3 2 1');
    expect(cartoes[2]?.modelo).toBe('CRETA');
  });

  it('changes a card in place, and ignores an older version', () => {
    const proibido = build('4', { versao: 3, status: 'Proibido' });
    const changed = applyToCartoes(five, { tipo: 'passagem-alterada', cartao: proibido }).cartoes;
    expect(ids(changed)).toBe('5 4 3 2 1');
    expect(changed[1]?.status).toBe('Proibido');
    const late = build('4', { versao: 2, status: 'Ativo' });
    const after = applyToCartoes(changed, { tipo: 'passagem-alterada', cartao: late }).cartoes;
    expect(after[1]?.status).toBe('Proibido');
  });

  it('ignores a change of a card that is not shown', () => {
    const { cartoes, recarregar } = applyToCartoes(five, {
      tipo: 'passagem-alterada',
      cartao: build('9', { versao: 2 }),
    });
    expect(ids(cartoes)).toBe('5 4 3 2 1');
    expect(recarregar).toBe(false);
  });

  it('removes a card and reloads the list, which has a sixth passage', () => {
    const { cartoes, recarregar } = applyToCartoes(five, { tipo: 'passagem-removida', id: '3' });
    expect(ids(cartoes)).toBe('5 4 2 1');
    expect(recarregar).toBe(true);
  });

  it('reloads on request, and the cards stay meanwhile', () => {
    const { cartoes, recarregar } = applyToCartoes(five, { tipo: 'recarregar' });
    expect(ids(cartoes)).toBe('5 4 3 2 1');
    expect(recarregar).toBe(true);
  });
});

describe('eventoDe', () => {
  const message = (tipo: string, dados: string) => parseEvento({ id: '1', tipo, dados });

  it('reads a passage and a removal', () => {
    const cartao = build('1');
    expect(message('passagem', JSON.stringify(cartao))).toEqual({ tipo: 'passagem', cartao });
    expect(message('passagem-removida', '{"id":"7"}')).toEqual({
      tipo: 'passagem-removida',
      id: '7',
    });
  });

  it.each([
    ['passagem', '{"id":1}'],
    ['passagem-alterada', 'not json'],
    ['passagem-removida', '{}'],
    ['recarregar', '{}'],
  ])('reloads the list when %s carries %s', (tipo, dados) => {
    expect(message(tipo, dados)).toEqual({ tipo: 'recarregar' });
  });

  it('ignores an unknown event', () => {
    expect(message('camera', '{}')).toBeUndefined();
  });
});
