import type { Alerta, UltimoVeiculo } from '@unipark/contract/passagem';
import { describe, expect, it } from 'vitest';
import { buildCartao } from '../../test/cartao.ts';
import { aplicarAlertas, chaveDoAlerta, paraAvisar } from './alertas.ts';
import type { Evento } from './cartoes.ts';

const AGORA = Date.parse('2026-11-20T22:50:00.000Z');
const alerta = (campos: Partial<Alerta> = {}): Alerta => ({
  tipo: 'proibido',
  em: '2026-11-20T22:47:00.000Z',
  ciente: null,
  ...campos,
});
const aberto = (id: string, campos: Partial<UltimoVeiculo> = {}) =>
  buildCartao({ id, alerta: alerta(), ...campos });
const alterada = (cartao: UltimoVeiculo): Evento => ({ tipo: 'passagem-alterada', cartao });
const ids = (cartoes: readonly UltimoVeiculo[]) => cartoes.map(({ id }) => id).join(' ');

describe('aplicarAlertas', () => {
  it('raises with the passage that brings an alarm, newest first', () => {
    const novo = aberto('2', { alerta: alerta({ em: '2026-11-20T22:48:00.000Z' }) });
    const { abertos, mudanca } = aplicarAlertas([aberto('1')], { tipo: 'passagem', cartao: novo });
    expect(ids(abertos)).toBe('2 1');
    expect(mudanca).toBeUndefined();
  });

  it('raises when a refined passage becomes forbidden', () => {
    expect(ids(aplicarAlertas([], alterada(aberto('1', { versao: 2 }))).abertos)).toBe('1');
  });

  it('leaves a passage without an alarm alone', () => {
    const { abertos, recarregar } = aplicarAlertas([aberto('1')], {
      tipo: 'passagem',
      cartao: buildCartao({ id: '2', status: 'Ativo' }),
    });
    expect(ids(abertos)).toBe('1');
    expect(recarregar).toBe(false);
  });

  it('lowers what a better reading withdrew, and says so', () => {
    const corrigido = buildCartao({ id: '1', placa: 'RIO2A18', status: 'Ativo', versao: 2 });
    const { abertos, mudanca } = aplicarAlertas([aberto('1')], alterada(corrigido));
    expect(abertos).toEqual([]);
    expect(mudanca).toMatchObject({ tipo: 'retirado', cartao: { placa: 'RIO2A18' } });
    expect(mudanca).toMatchObject({ antes: { placa: 'QXJ0D52' } });
  });

  it('lowers what somebody took note of, and says who', () => {
    const ciente = { nome: 'Rita Alves', em: '2026-11-20T22:48:00.000Z' };
    const cartao = aberto('1', { alerta: alerta({ ciente }), versao: 2 });
    const { abertos, mudanca } = aplicarAlertas([aberto('1')], alterada(cartao));
    expect(abertos).toEqual([]);
    expect(mudanca).toMatchObject({ tipo: 'ciente', nome: 'Rita Alves' });
  });

  it('tells nothing of an alarm that was not on show', () => {
    const ciente = { nome: 'Rita Alves', em: '2026-11-20T22:48:00.000Z' };
    const cartao = aberto('9', { alerta: alerta({ ciente }) });
    const { abertos, mudanca } = aplicarAlertas([aberto('1')], alterada(cartao));
    expect(ids(abertos)).toBe('1');
    expect(mudanca).toBeUndefined();
  });

  it('never steps back to an older version', () => {
    const velho = buildCartao({ id: '1', versao: 1 });
    const { abertos, mudanca } = aplicarAlertas([aberto('1', { versao: 2 })], alterada(velho));
    expect(ids(abertos)).toBe('1');
    expect(mudanca).toBeUndefined();
  });

  it.each<Evento>([{ tipo: 'recarregar' }, { tipo: 'passagem-removida', id: '1' }])(
    'asks the server after $tipo, with the banners left standing',
    (evento) => {
      const { abertos, recarregar } = aplicarAlertas([aberto('1')], evento);
      expect(ids(abertos)).toBe('1');
      expect(recarregar).toBe(true);
    },
  );
});

describe('paraAvisar', () => {
  const aos = (minutos: number) =>
    aberto('1', { alerta: alerta({ em: new Date(AGORA - minutos * 60_000).toISOString() }) });
  const chamados = (cartao: UltimoVeiculo, avisados: string[] = []) =>
    paraAvisar([cartao], new Set(avisados), AGORA).length;

  it('calls for a new alarm once', () => {
    expect(chamados(aos(0))).toBe(1);
    expect(chamados(aos(0), [chaveDoAlerta(aos(0))])).toBe(0);
  });

  it('calls again where the same passage raises another alarm', () => {
    expect(chamados(aos(0), [chaveDoAlerta(aos(2))])).toBe(1);
  });

  it.each([
    [4.9, 1],
    [5.1, 0],
  ])('an alarm of %s minutes ago calls %s times', (minutos, vezes) => {
    expect(chamados(aos(minutos))).toBe(vezes);
  });
});
