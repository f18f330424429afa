import type { Alerta } from '@unipark/contract/alerta';
import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { describe, expect, it } from 'vitest';
import { buildCartao } from '../../../test/cartao.ts';
import type { CartaoEvent } from '../cartoes/cartoes.ts';
import { applyToAlertas, keyOfAlerta, listUnnotified, marksOfAlerta } from './alertas.ts';

const AGORA = Date.parse('2026-11-20T22:50:00.000Z');
const buildAlerta = (campos: Partial<Alerta> = {}): Alerta => ({
  tipo: 'proibido',
  em: '2026-11-20T22:47:00.000Z',
  ciente: null,
  ...campos,
});
const buildAberto = (id: string, campos: Partial<UltimoVeiculo> = {}) =>
  buildCartao({ id, alerta: buildAlerta(), ...campos });
const buildAlterada = (cartao: UltimoVeiculo): CartaoEvent => ({
  tipo: 'passagem-alterada',
  cartao,
});
const ids = (cartoes: readonly UltimoVeiculo[]) => cartoes.map(({ id }) => id).join(' ');

describe('aplicarAlertas', () => {
  it('adds a passage that brings an alarm, newest first', () => {
    const novo = buildAberto('2', { alerta: buildAlerta({ em: '2026-11-20T22:48:00.000Z' }) });
    const { abertos, mudanca } = applyToAlertas([buildAberto('1')], {
      tipo: 'passagem',
      cartao: novo,
    });
    expect(ids(abertos)).toBe('2 1');
    expect(mudanca).toBeUndefined();
  });

  it('adds a refined passage that became forbidden', () => {
    expect(ids(applyToAlertas([], buildAlterada(buildAberto('1', { versao: 2 }))).abertos)).toBe(
      '1',
    );
  });

  it('asks the server about an alarm that a person saw and registered: it may be this one', () => {
    const meu = buildAberto('2', { conferida: true });
    const evento = { tipo: 'passagem', cartao: meu } as const;
    const { abertos, recarregar } = applyToAlertas([buildAberto('1')], evento);
    expect(ids(abertos)).toBe('1');
    expect(recarregar).toBe(true);
  });

  it('ignores a passage without an alarm', () => {
    const { abertos, recarregar } = applyToAlertas([buildAberto('1')], {
      tipo: 'passagem',
      cartao: buildCartao({ id: '2', status: 'Ativo' }),
    });
    expect(ids(abertos)).toBe('1');
    expect(recarregar).toBe(false);
  });

  it('removes an alarm that a better reading withdrew, and reports it', () => {
    const corrigido = buildCartao({ id: '1', placa: 'RIO2A18', status: 'Ativo', versao: 2 });
    const { abertos, mudanca } = applyToAlertas([buildAberto('1')], buildAlterada(corrigido));
    expect(abertos).toEqual([]);
    expect(mudanca).toMatchObject({ tipo: 'retirado', cartao: { placa: 'RIO2A18' } });
    expect(mudanca).toMatchObject({ antes: { placa: 'QXJ0D52' } });
  });

  it('removes an alarm with a Ciente, and reports the person', () => {
    const ciente = { nome: 'Rita Alves', em: '2026-11-20T22:48:00.000Z' };
    const cartao = buildAberto('1', { alerta: buildAlerta({ ciente }), versao: 2 });
    const { abertos, mudanca } = applyToAlertas([buildAberto('1')], buildAlterada(cartao));
    expect(abertos).toEqual([]);
    expect(mudanca).toMatchObject({ tipo: 'ciente', nome: 'Rita Alves' });
  });

  it('reports nothing of an alarm that was not open', () => {
    const ciente = { nome: 'Rita Alves', em: '2026-11-20T22:48:00.000Z' };
    const cartao = buildAberto('9', { alerta: buildAlerta({ ciente }) });
    const { abertos, mudanca } = applyToAlertas([buildAberto('1')], buildAlterada(cartao));
    expect(ids(abertos)).toBe('1');
    expect(mudanca).toBeUndefined();
  });

  it('ignores an older version', () => {
    const velho = buildCartao({ id: '1', versao: 1 });
    const { abertos, mudanca } = applyToAlertas(
      [buildAberto('1', { versao: 2 })],
      buildAlterada(velho),
    );
    expect(ids(abertos)).toBe('1');
    expect(mudanca).toBeUndefined();
  });

  it.each<CartaoEvent>([{ tipo: 'recarregar' }, { tipo: 'passagem-removida', id: '1' }])(
    'after $tipo the list is reloaded, and the banners stay meanwhile',
    (evento) => {
      const { abertos, recarregar } = applyToAlertas([buildAberto('1')], evento);
      expect(ids(abertos)).toBe('1');
      expect(recarregar).toBe(true);
    },
  );
});

describe('paraAvisar', () => {
  const buildAbertoAgo = (minutos: number) =>
    buildAberto('1', {
      alerta: buildAlerta({ em: new Date(AGORA - minutos * 60_000).toISOString() }),
    });
  const countChamados = (cartao: UltimoVeiculo, avisados: string[] = []) =>
    listUnnotified([cartao], new Set(avisados), AGORA).length;

  it('returns a new alarm once', () => {
    expect(countChamados(buildAbertoAgo(0))).toBe(1);
    expect(countChamados(buildAbertoAgo(0), [keyOfAlerta(buildAbertoAgo(0))])).toBe(0);
  });

  it('returns an alarm once that was first shown from the memory of the server', () => {
    const guardado = { ...buildAbertoAgo(0), id: '123' };
    const daMemoria = { ...guardado, id: '-1' };
    expect(countChamados(guardado, marksOfAlerta(daMemoria))).toBe(0);
  });

  it('returns an alarm once whose plate a better reading corrects', () => {
    const lida = buildAbertoAgo(0);
    expect(countChamados({ ...lida, placa: 'RIO2A19' }, marksOfAlerta(lida))).toBe(0);
  });

  it('returns a second alarm of the same passage', () => {
    expect(countChamados(buildAbertoAgo(0), [keyOfAlerta(buildAbertoAgo(2))])).toBe(1);
  });

  it.each([
    [4.9, 1],
    [5.1, 0],
  ])('an alarm of %s minutes ago calls %s times', (minutos, vezes) => {
    expect(countChamados(buildAbertoAgo(minutos))).toBe(vezes);
  });
});
