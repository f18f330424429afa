import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  classifyPlaca,
  cleanPlaca,
  findGemea,
  formatPlaca,
  keyOfPlaca,
  normalizeLeitura,
  normalizePlaca,
  Placa,
  PlacaDeCaminho,
  parsePlaca,
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
    ['ABC123', 'Inválida'],
    ['ABC1D2', 'Inválida'],
    ['ABC1D234', 'Inválida'],
    ['ABC1DD4', 'Inválida'],
    ['ABCD123', 'Inválida'],
    ['1BC1D23', 'Inválida'],
    ['AB-C1234', 'Inválida'],
    ['ABC1-234', 'Inválida'],
    ['ABC‐1234', 'Inválida'],
    ['ABC–1234', 'Inválida'],
    [' ABC1234', 'Inválida'],
    ['abc1d23', 'Inválida'],
    ['Abc-1234', 'Inválida'],
    ['ÇBC1234', 'Inválida'],
    ['A\u0301BC1234', 'Inválida'],
    ['ＡＢＣ１２３４', 'Inválida'],
    ['ABC１２３４', 'Inválida'],
    ['ABC١٢٣٤', 'Inválida'],
    ['ABC1Ｄ23', 'Inválida'],
    ['АВС1234', 'Inválida'],
    ['ABC1234\u200b', 'Inválida'],
  ])('%j is %s', (placa, tipo) => {
    expect(classifyPlaca(placa)).toBe(tipo);
  });
});

describe('chavePlaca', () => {
  it.each([...'0123456789'].map((digito, i) => [digito, 'ABCDEFGHIJ'[i]]))(
    'converts the fifth character %s to %s (CONTRAN 969/2022, Anexo II)',
    (digito, letra) => {
      expect(keyOfPlaca(`ABC1${digito}34`)).toBe(`ABC1${letra}34`);
      expect(findGemea(`ABC1${letra}34`)).toBe(`ABC1${digito}34`);
      expect(findGemea(`ABC1${digito}34`)).toBe(`ABC1${letra}34`);
    },
  );

  it('gives different keys to cars whose plates differ at position five', () => {
    expect(keyOfPlaca('ABC1134')).toBe('ABC1B34');
    expect(keyOfPlaca('ABC1834')).toBe('ABC1I34');
    expect(keyOfPlaca('ABC1034')).toBe('ABC1A34');
    expect(keyOfPlaca('ABC1334')).toBe('ABC1D34');
  });

  it('leaves any other text as it is', () => {
    expect(keyOfPlaca('ABC1K34')).toBe('ABC1K34');
    expect(keyOfPlaca('XYZ')).toBe('XYZ');
    expect(findGemea('ABC1K34')).toBeUndefined();
    expect(findGemea('XYZ')).toBeUndefined();
  });
});

/** CONTRAN 969/2022, Anexo II, in full: the result of the conversion for each fifth character. */
const QUINTA = [
  ...[...'0123456789'].map((digito, i) => ({
    quinto: digito,
    tipo: 'Antiga',
    chave: 'ABCDEFGHIJ'.charAt(i),
    gemea: 'ABCDEFGHIJ'.charAt(i),
  })),
  ...[...'ABCDEFGHIJ'].map((letra, i) => ({
    quinto: letra,
    tipo: 'Mercosul',
    chave: letra,
    gemea: String(i),
  })),
  ...[...'KLMNOPQRSTUVWXYZ'].map((letra) => ({
    quinto: letra,
    tipo: 'Mercosul',
    chave: letra,
    gemea: undefined,
  })),
];

describe('the fifth character', () => {
  it('covers all thirty-six characters', () => {
    expect(QUINTA.map(({ quinto }) => quinto).sort()).toEqual([
      ...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    ]);
  });

  it.each(QUINTA)('$quinto: $tipo, key $chave, twin $gemea', ({ quinto, tipo, chave, gemea }) => {
    for (const [antes, depois] of [
      ['ABC1', '34'],
      ['QQI0', '00'],
      ['ZZZ9', '99'],
    ]) {
      const placa = `${antes}${quinto}${depois}`;
      expect(classifyPlaca(placa)).toBe(tipo);
      expect(keyOfPlaca(placa)).toBe(`${antes}${chave}${depois}`);
      expect(findGemea(placa)).toBe(gemea && `${antes}${gemea}${depois}`);
      expect(Placa.parse(` ${placa.toLowerCase()} `)).toBe(placa);
      const comHifen = `${placa.slice(0, 3)}-${placa.slice(3)}`;
      expect(classifyPlaca(comHifen)).toBe(tipo === 'Antiga' ? 'Antiga' : 'Inválida');
      expect(formatPlaca(placa)).toBe(tipo === 'Antiga' ? comHifen : placa);
    }
  });

  it('does not change the key of a text that is not a plate', () => {
    for (const texto of ['', 'ABC123', 'ABC12D3', 'ABC-1D23', 'abc1234', 'ABC12345', 'ÁBC1234']) {
      expect(keyOfPlaca(texto)).toBe(texto);
      expect(findGemea(texto)).toBeUndefined();
    }
    // The hyphen of the old kind is only spelling: the twin ignores it, and the key is that of
    // stored text.
    expect(findGemea('ABC-1234')).toBe('ABC1C34');
  });
});

describe('identity', () => {
  /** The same identity computed in another way: the fifth character as a number, 0–9 as A–J. */
  const carOf = (placa: string): string => {
    const codigo = placa.charCodeAt(4);
    const classe = codigo < 65 ? codigo - 48 : codigo - 65;
    return [placa.slice(0, 4), classe, placa.slice(5)].join('/');
  };

  it('is one key for each car, and one car for each key: every plate of two prefixes', () => {
    const cars = new Map<string, string>();
    let placas = 0;
    for (const letras of ['ABC', 'OIQ']) {
      for (let numero = 0; numero < 1_000; numero += 1) {
        const resto = String(numero).padStart(3, '0');
        for (const { quinto } of QUINTA) {
          const placa = `${letras}${resto.charAt(0)}${quinto}${resto.slice(1)}`;
          const chave = keyOfPlaca(placa);
          placas += 1;
          if ((cars.get(chave) ?? carOf(placa)) !== carOf(placa)) {
            expect.fail(`${placa} has the key of another car`);
          }
          cars.set(chave, carOf(placa));
        }
      }
    }
    expect(placas).toBe(72_000);
    expect(cars.size).toBe(52_000);
    expect(new Set(cars.values()).size).toBe(52_000);
  });

  it('survives every conversion: 100,000 random plates', () => {
    const letterAt = (n: number) => String.fromCharCode(65 + n);
    const quinta = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    const placa = fc
      .record({
        letras: fc.nat(17_575),
        quarto: fc.nat(9),
        quinto: fc.nat(35),
        fim: fc.nat(99),
      })
      .map(({ letras: n, quarto, quinto, fim }) =>
        [
          letterAt(n % 26) + letterAt(Math.floor(n / 26) % 26) + letterAt(Math.floor(n / 676)),
          quarto,
          quinta.charAt(quinto),
          String(fim).padStart(2, '0'),
        ].join(''),
      );
    const visto = { Antiga: 0, Mercosul: 0, semGemea: 0 };
    fc.assert(
      fc.property(placa, (um) => {
        const tipo = classifyPlaca(um);
        const chave = keyOfPlaca(um);
        const gemea = findGemea(um);
        if (tipo === 'Inválida') throw new Error('a plate that is none');
        visto[tipo] += 1;
        const certo =
          keyOfPlaca(chave) === chave &&
          classifyPlaca(chave) === 'Mercosul' &&
          carOf(chave) === carOf(um) &&
          normalizeLeitura(formatPlaca(um)) === um &&
          parsePlaca(formatPlaca(um).toLowerCase()) === um &&
          Placa.parse(formatPlaca(um)) === um;
        if (gemea === undefined) {
          visto.semGemea += 1;
          return certo && chave === um && um.charAt(4) > 'J';
        }
        return (
          certo &&
          gemea !== um &&
          findGemea(gemea) === um &&
          keyOfPlaca(gemea) === chave &&
          carOf(gemea) === carOf(um) &&
          classifyPlaca(gemea) !== tipo &&
          [um, gemea].includes(chave)
        );
      }),
      { numRuns: 100_000 },
    );
    // The random plates contain enough of all three kinds.
    expect(visto.Antiga + visto.Mercosul).toBe(100_000);
    expect(visto.Antiga).toBeGreaterThan(25_000);
    expect(visto.semGemea).toBeGreaterThan(40_000);
  });
});

describe('spelling', () => {
  it('shows the hyphen of the old kind only', () => {
    expect(formatPlaca('ABC1234')).toBe('ABC-1234');
    expect(formatPlaca('ABC1C34')).toBe('ABC1C34');
    expect(normalizePlaca('abc-1234')).toBe('ABC1234');
  });

  it('drops spaces and cuts a paste while typing', () => {
    expect(cleanPlaca(' abc 1d23 extra')).toBe('ABC1D23E');
    expect(cleanPlaca('abc-1234')).toBe('ABC-1234');
  });

  it('keeps letters and digits of a reading', () => {
    expect(normalizeLeitura('abc-1d 23\n')).toBe('ABC1D23');
    expect(normalizeLeitura('çã—')).toBe('');
    expect(normalizeLeitura('ıı')).toBe('');
    expect(normalizeLeitura('ﬀa1234')).toBe('A1234');
  });
});

describe('placaProcurada', () => {
  it.each([
    ['ABC1D23', 'ABC1D23'],
    ['abc-1d23', 'ABC1D23'],
    [' abc 1234 ', 'ABC1234'],
    ['ABC.1234', 'ABC1234'],
    ['a8c1d23', 'A8C1D23'],
    ['carreta', 'CARRETA'],
    ['ABC1D2', undefined],
    ['ABC1D234', undefined],
    ['ÁBC1D23', undefined],
    ['A\u0301BC1D23', undefined],
    ['ÁABC1D23', undefined],
    ['ＡＢＣ１Ｄ２３', undefined],
    ['ABC١٢٣٤', undefined],
    ['ıbc1d23', undefined],
    ['', undefined],
    ['gol branco', undefined],
  ])('reads %j as %s', (q, placa) => {
    expect(parsePlaca(q)).toBe(placa);
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
    ...['ABC12D3', 'ABC123', 'ABC12345', 'ＡＢＣ１２３４', 'ABC١٢٣٤', 'abc--1234', 'A BC1234'],
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
