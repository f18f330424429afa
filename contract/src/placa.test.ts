import { describe, expect, it } from 'vitest';
import {
  canonica,
  chavePlaca,
  digitarPlaca,
  formatarPlaca,
  gemeaPlaca,
  normalizarLeitura,
  Placa,
  PlacaDeCaminho,
  tipoPlaca,
} from './placa.ts';

describe('tipoPlaca', () => {
  it.each([
    ['ABC1234', 'Antiga'],
    ['ABC-1234', 'Antiga'],
    ['ABC1C34', 'Mercosul'],
    ['RIO2A18', 'Mercosul'],
    ['ABC1K34', 'Mercosul'],
    ['ABC-1D23', 'Inválida'],
    ['ABC12D3', 'Inválida'],
    ['ABC--1234', 'Inválida'],
    ['AB1234', 'Inválida'],
    ['ABCD1234', 'Inválida'],
    ['abc1234', 'Inválida'],
    ['ÁBC1234', 'Inválida'],
    ['ABC 1234', 'Inválida'],
    ['ABC12345', 'Inválida'],
    ['ABC1234\n', 'Inválida'],
    ['', 'Inválida'],
  ])('%j is %s', (placa, tipo) => {
    expect(tipoPlaca(placa)).toBe(tipo);
  });
});

describe('chavePlaca', () => {
  it.each([...'0123456789'].map((digito, i) => [digito, 'ABCDEFGHIJ'[i]]))(
    'converts the fifth character %s to %s (CONTRAN 969/2022, Anexo II)',
    (digito, letra) => {
      expect(chavePlaca(`ABC1${digito}34`)).toBe(`ABC1${letra}34`);
      expect(gemeaPlaca(`ABC1${letra}34`)).toBe(`ABC1${digito}34`);
      expect(gemeaPlaca(`ABC1${digito}34`)).toBe(`ABC1${letra}34`);
    },
  );

  it('keeps apart the cars that only look alike at position five', () => {
    expect(chavePlaca('ABC1134')).toBe('ABC1B34');
    expect(chavePlaca('ABC1834')).toBe('ABC1I34');
    expect(chavePlaca('ABC1034')).toBe('ABC1A34');
    expect(chavePlaca('ABC1334')).toBe('ABC1D34');
  });

  it('leaves any other text as it is', () => {
    expect(chavePlaca('ABC1K34')).toBe('ABC1K34');
    expect(chavePlaca('XYZ')).toBe('XYZ');
    expect(gemeaPlaca('ABC1K34')).toBeUndefined();
    expect(gemeaPlaca('XYZ')).toBeUndefined();
  });
});

describe('spelling', () => {
  it('shows the hyphen of the old kind only', () => {
    expect(formatarPlaca('ABC1234')).toBe('ABC-1234');
    expect(formatarPlaca('ABC1C34')).toBe('ABC1C34');
    expect(canonica('abc-1234')).toBe('ABC1234');
  });

  it('drops spaces and cuts a paste while typing', () => {
    expect(digitarPlaca(' abc 1d23 extra')).toBe('ABC1D23E');
    expect(digitarPlaca('abc-1234')).toBe('ABC-1234');
  });

  it('keeps letters and digits of a reading', () => {
    expect(normalizarLeitura('abc-1d 23\n')).toBe('ABC1D23');
    expect(normalizarLeitura('çã—')).toBe('');
    expect(normalizarLeitura('ıı')).toBe('');
    expect(normalizarLeitura('ﬀa1234')).toBe('A1234');
  });
});

describe('Placa', () => {
  it.each([
    [' abc-1234 ', 'ABC1234'],
    ['rio2a18', 'RIO2A18'],
  ])('stores %j as %s', (texto, placa) => {
    expect(Placa.parse(texto)).toBe(placa);
  });

  it.each([
    ...['ABC 1234', 'ABC-1D23', 'ÁBC1234', '', 7, null, ['ABC1234']],
    ...['ıbc1234', 'ﬀa1234', 'ABC1234\n', 'ABC1234\u0000', '\ufeffABC1234'],
  ])('refuses %j', (valor) => {
    expect(Placa.safeParse(valor).success).toBe(false);
  });
});

it.each([
  ['abc-1234', 'ABC1234'],
  ['rio2a18', 'RIO2A18'],
  ['RIO-2A18', 'RIO-2A18'],
  ['A-BC1234', 'A-BC1234'],
  ['ıbc1234', 'ıBC1234'],
])('the path %j asks for %s', (caminho, placa) => {
  expect(PlacaDeCaminho.parse(caminho)).toBe(placa);
  expect(PlacaDeCaminho.safeParse(`${caminho}\u0000`).success).toBe(false);
});
