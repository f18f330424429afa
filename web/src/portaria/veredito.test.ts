import type { Nivel, Veredito } from '@unipark/contract/passagem';
import { describe, expect, test } from 'vitest';
import { getVereditoLocal, searchCadastro } from './cadastroLocal.ts';
import { findSentidoProvavel, formatUltimaPassagem, isVerde, measureWord } from './veredito.ts';

const buildVeredito = (campos: Partial<Veredito> = {}): Veredito => ({
  placa: 'RIO2A18',
  status: 'Ativo',
  nivel: 'exata',
  veiculo: null,
  proprietario: null,
  sugestoes: [],
  ultima_passagem: null,
  ...campos,
});
const buildPassagem = (sentido: 'entrada' | 'saida' | null, instante = '2026-11-20T21:52:00Z') => ({
  ultima_passagem: { instante, sentido, camera: null },
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
  expect(isVerde(buildVeredito({ status, nivel }))).toBe(verde);
});

test('the likelier direction is the opposite of the last one; a forbidden car has none', () => {
  expect(findSentidoProvavel(buildVeredito())).toBe('entrada');
  expect(findSentidoProvavel(buildVeredito(buildPassagem('entrada')))).toBe('saida');
  expect(findSentidoProvavel(buildVeredito(buildPassagem('saida')))).toBe('entrada');
  expect(findSentidoProvavel(buildVeredito(buildPassagem(null)))).toBe('entrada');
  expect(
    findSentidoProvavel(buildVeredito({ status: 'Proibido', ...buildPassagem('entrada') })),
  ).toBeUndefined();
  expect(findSentidoProvavel(buildVeredito({ status: 'Não cadastrado' }))).toBeUndefined();
});

test('the last passage of another day is shown with its day', () => {
  const hoje = new Date('2026-11-20T23:00:00Z');
  expect(formatUltimaPassagem(buildVeredito(buildPassagem('entrada')), hoje)).toBe('entrada 18:52');
  expect(formatUltimaPassagem(buildVeredito(buildPassagem(null)), hoje)).toBe('18:52');
  const amanha = new Date('2026-11-21T23:00:00Z');
  expect(formatUltimaPassagem(buildVeredito(buildPassagem('saida')), amanha)).toBe(
    'saída 20/11 18:52',
  );
  expect(formatUltimaPassagem(buildVeredito(), hoje)).toBeUndefined();
});

test('the longest word decides the size of the text', () => {
  expect(measureWord('NÃO CADASTRADO')).toEqual({ '--letras': 10, '--altura': '100cqb' });
  expect(measureWord('EM ANÁLISE PELA DIRETORIA DO CAMPUS')).toEqual({
    ...{ '--letras': 9, '--altura': '9cqb' },
  });
});

describe('the stored register', () => {
  const cadastro = {
    de: 0,
    porPlaca: new Map([
      ['ABC1C34', ['ABC1C34', 'GOL', 'ATIVO'] as const],
      ['RIO2A18', ['RIO2A18', null, 'PROIBIDO'] as const],
      ['VEN1A11', ['VEN1A11', 'UNO', 'ATIVO', '2026-07-31'] as const],
      ['PRO1A11', ['PRO1A11', 'UNO', 'PROIBIDO', '2026-07-31'] as const],
      ['VAL1A11', ['VAL1A11', 'UNO', 'ATIVO', '2099-12-31'] as const],
    ]),
  };

  test.each([
    ['VEN1A11', 'Indefinido', 'Validade encerrada em 31/07/2026'],
    ['PRO1A11', 'Proibido', null],
    ['VAL1A11', 'Ativo', null],
  ])('%s, with a last day, is %s today', (placa, status, motivo) => {
    expect(getVereditoLocal(cadastro, placa)).toMatchObject({ status, veiculo: { motivo } });
    expect(searchCadastro(cadastro, placa)[0]?.[2]).toBe(status.toUpperCase());
  });

  test.each([
    ['ABC1C34', 'exata', 'Ativo', 'ABC1C34'],
    ['ABC1234', 'equivalente', 'Ativo', 'ABC1C34'],
    ['RIO2018', 'equivalente', 'Proibido', 'RIO2A18'],
    ['XYZ9K99', 'nenhuma', 'Não cadastrado', undefined],
  ])('%s is %s: %s', (placa, nivel, status, cadastrada) => {
    const dele = getVereditoLocal(cadastro, placa);
    expect(dele).toMatchObject({ placa, nivel, status, sugestoes: [], ultima_passagem: null });
    expect(dele.veiculo?.placa).toBe(cadastrada);
  });

  test.each([
    // 0 and O look alike; the fifth place may be a car's other plate.
    ['RI02A18', 'provavel', [['RIO2A18', 'provavel', 'Proibido']]],
    ['ABC1B34', 'possivel', [['ABC1C34', 'possivel', 'Ativo']]],
    ['ABC1C35', 'possivel', [['ABC1C34', 'possivel', 'Ativo']]],
    ['XYZ9K99', 'nenhuma', []],
  ])('%s is %s, with the similar plates', (placa, nivel, parecidas) => {
    const { sugestoes, ...dele } = getVereditoLocal(cadastro, placa);
    expect(dele).toMatchObject({ nivel, status: 'Não cadastrado', veiculo: null });
    expect(sugestoes.map((s) => [s.placa, s.nivel, s.status])).toEqual(parecidas);
  });
});
