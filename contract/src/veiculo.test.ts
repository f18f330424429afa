import { describe, expect, it } from 'vitest';
import { rotuloAno } from './fipe.ts';
import { NovaPassagem, rotuloStatus } from './passagem.ts';
import { dobrar } from './texto.ts';
import { EdicaoVeiculo, ehAtivo, NovoVeiculo, normalizarStatus } from './veiculo.ts';

describe('status', () => {
  it('is green exactly when ativo, in any case', () => {
    expect(['ATIVO', 'Ativo', 'ativo'].every(ehAtivo)).toBe(true);
    expect(['INATIVO', 'ATIVO ', '', 'PROIBIDO', 'atıvo'].some(ehAtivo)).toBe(false);
  });

  it('stores a known word in upper case and any other as typed', () => {
    expect(normalizarStatus('proibido')).toBe('PROIBIDO');
    expect(normalizarStatus('Visitante')).toBe('Visitante');
    expect(normalizarStatus('proıbıdo')).toBe('proıbıdo');
    expect(rotuloStatus('proıbıdo')).toBe('proıbıdo');
    expect(rotuloStatus('PROIBIDO')).toBe('Proibido');
    expect(rotuloStatus('Visitante')).toBe('Visitante');
  });
});

describe('NovoVeiculo', () => {
  it('asks for the plate alone and turns blanks into null', () => {
    expect(NovoVeiculo.parse({ placa: 'abc1234', cor: '  ', tipo: '', estado: '' })).toEqual({
      placa: 'ABC1234',
      cor: null,
      tipo: null,
      estado: null,
    });
  });

  it.each([
    [{ placa: 'ABC1234', tipo: '4' }],
    [{ placa: 'ABC1234', tipo: 1 }],
    [{ placa: 'ABC1234', estado: 'XX' }],
    [{ placa: 'ABC1234', modelo: 'x'.repeat(101) }],
    [{ placa: 'ABC1234', modelo: 'a\u0000b' }],
    [{ placa: 'ABC1234', modelo: ['Gol'] }],
    [{ placa: 'ABC1234', outro: 1 }],
    [{}],
  ])('refuses %j', (corpo) => {
    expect(NovoVeiculo.safeParse(corpo).success).toBe(false);
  });

  it('counts characters, not code units, and keeps texts in NFC', () => {
    expect(NovoVeiculo.safeParse({ placa: 'ABC1234', modelo: '🚗'.repeat(100) }).success).toBe(
      true,
    );
    expect(NovoVeiculo.parse({ placa: 'ABC1234', modelo: 'Citroe\u0308n' }).modelo).toBe('Citroën');
  });
});

it('EdicaoVeiculo drops the label copies of the form and keeps absent fields absent', () => {
  expect(EdicaoVeiculo.parse({ placa: 'abc1234', marcaLabel: 'Fiat', cor: null })).toEqual({
    placa: 'ABC1234',
    cor: null,
  });
});

describe('NovaPassagem', () => {
  it('strips what a camera adds to a plate', () => {
    expect(NovaPassagem.parse({ placa: 'abc-1d23 ' }).placa).toBe('ABC1D23');
    expect(NovaPassagem.parse({ placa: 'ABC1D23'.padEnd(40) }).placa).toBe('ABC1D23');
  });

  it('takes a picture that begins as a JPEG does and an instant of this century', () => {
    const imagem = `/9j/${'A'.repeat(200)}`;
    const instante = '2000-01-01T00:00:00Z';
    expect(NovaPassagem.parse({ placa: 'ABC1D23', imagem, instante })).toEqual({
      placa: 'ABC1D23',
      imagem,
      instante,
    });
  });

  it.each([
    [{ placa: '--' }],
    [{ placa: 'ABCDEFGHIJK' }],
    [{ placa: 'ABC1234', sentido: 'dentro' }],
    [{ placa: 'ABC1234', confianca: 1.2 }],
    [{ placa: 'ABC1234', instante: 'ontem' }],
    [{ placa: 'ABC1234', imagem: 'aGVsbG8=' }],
    [{ placa: 'ABC1234', imagem: '/9j/AAAA' }],
    [{ placa: 'ABC1234', imagem: `/9j/${'A'.repeat(201)}` }],
    [{ placa: 'ABC1234', instante: '1999-12-31T23:59:59Z' }],
    [{ placa: 'ABC1234', instante: '0001-01-01T00:00:00Z' }],
    [{ placa: 'ABC1234'.padEnd(41) }],
    [{ placa: 'ABC1234'.padStart(2_000_000) }],
  ])('refuses %j', (corpo) => {
    expect(NovaPassagem.safeParse(corpo).success).toBe(false);
  });
});

it('names a model year as the table does', () => {
  expect(rotuloAno('2018-1')).toBe('2018 Gasolina');
  expect(rotuloAno('32000-5')).toBe('Zero km Flex');
});

it('folds case and accents', () => {
  expect(dobrar('GRENÁ São João')).toBe('grena sao joao');
});
