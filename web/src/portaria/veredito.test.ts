import type { Nivel, Veredito } from '@unipark/contract/passagem';
import { describe, expect, test } from 'vitest';
import { vereditoLocal } from './cadastroLocal.ts';
import { ehVerde, maiorPalavra, sentidoProvavel, ultimaPassagem } from './veredito.ts';

const veredito = (campos: Partial<Veredito> = {}): Veredito => ({
  placa: 'RIO2A18',
  status: 'Ativo',
  nivel: 'exata',
  veiculo: null,
  proprietario: null,
  sugestoes: [],
  ultimaPassagem: null,
  ...campos,
});
const passagem = (sentido: 'entrada' | 'saida' | null, instante = '2026-11-20T21:52:00Z') => ({
  ultimaPassagem: { instante, sentido, camera: null },
});

test.each<[string, Nivel, boolean]>([
  ['Ativo', 'exata', true],
  ['ATIVO', 'equivalente', true],
  ['Ativo', 'provavel', false],
  ['Ativo', 'possivel', false],
  ['Ativo', 'nenhuma', false],
  ['Proibido', 'exata', false],
  ['Inativo', 'exata', false],
])('%s, %s: green is %s', (status, nivel, verde) => {
  expect(ehVerde(veredito({ status, nivel }))).toBe(verde);
});

test('the likelier direction turns with the last passage; a forbidden car has none', () => {
  expect(sentidoProvavel(veredito())).toBe('entrada');
  expect(sentidoProvavel(veredito(passagem('entrada')))).toBe('saida');
  expect(sentidoProvavel(veredito(passagem('saida')))).toBe('entrada');
  expect(sentidoProvavel(veredito(passagem(null)))).toBe('entrada');
  expect(sentidoProvavel(veredito({ status: 'Proibido', ...passagem('entrada') }))).toBeUndefined();
});

test('the last passage tells its day when it was another one', () => {
  const hoje = new Date('2026-11-20T23:00:00Z');
  expect(ultimaPassagem(veredito(passagem('entrada')), hoje)).toBe('entrada 18:52');
  expect(ultimaPassagem(veredito(passagem(null)), hoje)).toBe('18:52');
  const amanha = new Date('2026-11-21T23:00:00Z');
  expect(ultimaPassagem(veredito(passagem('saida')), amanha)).toBe('saída 20/11 18:52');
  expect(ultimaPassagem(veredito(), hoje)).toBeUndefined();
});

test('the longest word decides the size', () => {
  expect(maiorPalavra('NÃO CADASTRADO')).toBe(10);
});

describe('the kept register', () => {
  const cadastro = {
    de: 0,
    porPlaca: new Map([
      ['ABC1C34', ['ABC1C34', 'GOL', 'ATIVO'] as const],
      ['RIO2A18', ['RIO2A18', null, 'PROIBIDO'] as const],
    ]),
  };

  test.each([
    ['ABC1C34', 'exata', 'Ativo', 'ABC1C34'],
    ['ABC1234', 'equivalente', 'Ativo', 'ABC1C34'],
    ['RIO2018', 'equivalente', 'Proibido', 'RIO2A18'],
    ['ABC1B34', 'nenhuma', 'Não cadastrado', undefined],
    ['ABC1C35', 'nenhuma', 'Não cadastrado', undefined],
  ])('%s is %s: %s', (placa, nivel, status, cadastrada) => {
    const dele = vereditoLocal(cadastro, placa);
    expect(dele).toMatchObject({ placa, nivel, status, sugestoes: [], ultimaPassagem: null });
    expect(dele.veiculo?.placa).toBe(cadastrada);
  });
});
