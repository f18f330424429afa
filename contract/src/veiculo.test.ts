import { describe, expect, it } from 'vitest';
import { formatAno } from './fipe.ts';
import { formatStatus, NovaPassagem } from './passagem.ts';
import { foldText } from './texto.ts';
import {
  EdicaoVeiculo,
  foldStatusText,
  isAtivo,
  isProibido,
  NovoVeiculo,
  normalizeStatus,
} from './veiculo.ts';

describe('status', () => {
  const spellingsOf = (palavra: string): string[] => [
    palavra,
    palavra.toLowerCase(),
    ` ${palavra}\u00a0`,
    palavra.replace('I', 'Í'),
    palavra.toLowerCase().replace('i', 'i\u0301'),
    palavra.replace('O', 'Ò').normalize('NFD'),
    palavra.replace('I', '\u0130'),
    // Full-width letters.
    palavra.replace(/[A-Z]/g, (letra) => String.fromCharCode(letra.charCodeAt(0) + 0xfee0)),
  ];

  it.each(spellingsOf('PROIBIDO'))('"%s" is PROIBIDO and nothing else', (status) => {
    expect([isProibido(status), isAtivo(status)]).toEqual([true, false]);
    expect([normalizeStatus(status), formatStatus(status)]).toEqual(['PROIBIDO', 'Proibido']);
    expect(foldStatusText(status)).toBe('proibido');
  });

  it.each(spellingsOf('ATIVO'))('"%s" is green', (status) => {
    expect([isAtivo(status), isProibido(status)]).toEqual([true, false]);
    expect([normalizeStatus(status), formatStatus(status)]).toEqual(['ATIVO', 'Ativo']);
  });

  it.each(['INATIVO', '', 'atıvo', 'proıbıdo', 'PROIBIDOS', 'PRO IBIDO', 'Visitante'])(
    '"%s" is another status, kept as typed',
    (status) => {
      expect([isAtivo(status), isProibido(status)]).toEqual([false, false]);
      expect([normalizeStatus(status), formatStatus(status)]).toEqual([status, status]);
    },
  );
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
  it('removes what a camera adds to a plate', () => {
    expect(NovaPassagem.parse({ placa: 'abc-1d23 ' }).placa).toBe('ABC1D23');
    expect(NovaPassagem.parse({ placa: 'ABC1D23'.padEnd(40) }).placa).toBe('ABC1D23');
  });

  it('accepts a picture with the first bytes of a JPEG and an instant since 2000', () => {
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

it("names a model year with the table's words", () => {
  expect(formatAno('2018-1')).toBe('2018 Gasolina');
  expect(formatAno('32000-5')).toBe('Zero km Flex');
});

it('folds case and accents', () => {
  expect(foldText('GRENÁ São João')).toBe('grena sao joao');
});
