import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyPlaca, findGemea, isPlacaValida, keyOfPlaca } from './placa.ts';
import {
  comparePlacas,
  distance,
  findSemelhanca,
  isConfusion,
  likely,
  listDiferencas,
  possible,
} from './semelhanca.ts';

const listTrocas = (procurada: string, placa: string) =>
  comparePlacas(procurada, placa)?.trocas.map(({ de, para }) => de + para);

describe('listDiferencas', () => {
  it.each([
    ['MFEOA26', 'MFE0A26', [[3, 'O', '0']]],
    [
      'R1O2A1B',
      'RIO2A18',
      [
        [1, '1', 'I'],
        [6, 'B', '8'],
      ],
    ],
    ['XYZ9Z99', 'RIO2A18', [0, 1, 2, 3, 4, 5, 6].map((i) => [i, 'XYZ9Z99'[i], 'RIO2A18'[i]])],
    // The twin differs by the official conversion, which is no error of a reading.
    ['ABC1C34', 'ABC1234', []],
    ['A8C1C34', 'ABC1234', [[1, '8', 'B']]],
    ['RIO2A18', 'RIO2A18', []],
    ['RIO2A1', 'RIO2A18', []],
  ])('%s beside %s', (lida, placa, diferencas) => {
    expect(listDiferencas(lida, placa).map(({ lugar, de, para }) => [lugar, de, para])).toEqual(
      diferencas,
    );
  });
});

describe('semelhanca', () => {
  it.each([
    ['the text itself', 'ABC1D23', 'ABC1D23', 'exata', []],
    ['the twin, new for old', 'ABC1C34', 'ABC1234', 'equivalente', []],
    ['the twin, old for new', 'ABC1234', 'ABC1C34', 'equivalente', []],
    ['a digit where a letter stands', 'A8C1D23', 'ABC1D23', 'provavel', ['8B']],
    ['a letter where a digit stands', 'ABCID23', 'ABC1D23', 'provavel', ['I1']],
    ['one letter for another', 'FMH3777', 'FMW3777', 'provavel', ['HW']],
    ['one letter for two others', 'AOC1D23', 'AQC1D23', 'provavel', ['OQ']],
    ['two swaps', 'A8C1DZ3', 'ABC1D23', 'provavel', ['8B', 'Z2']],
    ['three swaps', 'A8CIDZ3', 'ABC1D23', undefined, undefined],
    ['a swap, and the twin', 'A8C1234', 'ABC1C34', 'provavel', ['8B']],
    ['a swap at the fifth place', 'ABC1O34', 'ABC1034', 'possivel', ['O0']],
    ['a swap at the fifth place, and the twin', 'ABC1Z34', 'ABC1C34', 'possivel', ['ZC']],
    ['the fifth place and another', 'A8C1B34', 'ABC1834', 'possivel', ['8B', 'B8']],
    ['one substitution', 'ABX1D23', 'ABC1D23', 'possivel', ['XC']],
    ['one substitution, and the twin', 'ABX1334', 'ABC1D34', 'possivel', ['XC']],
    ['one sign that no plate has there', 'ABC1D2X', 'ABC1D23', 'possivel', ['X3']],
    ['two substitutions', 'ABX1D24', 'ABC1D23', undefined, undefined],
    ['a swap and a substitution', 'A8X1D23', 'ABC1D23', undefined, undefined],
    ['too short', 'ABC1D2', 'ABC1D23', undefined, undefined],
    ['too long', 'ABC1D234', 'ABC1D23', undefined, undefined],
    ['nothing', '', 'ABC1D23', undefined, undefined],
    ['letters changed about', 'BAC1D23', 'ABC1D23', undefined, undefined],
    ['a plate that is none', 'ABC1D23', 'A8C1D23', undefined, undefined],
  ])('%s: %s beside %s is %s', (_, procurada, placa, nivel, diferentes) => {
    expect(findSemelhanca(procurada, placa)).toBe(nivel);
    expect(listTrocas(procurada, placa)).toEqual(diferentes);
  });

  // OCR takes 8 for B, 1 for I, 0 for D; the official conversion is 1→B, 8→I and 3→D.
  it.each([
    ['ABC1B34', 'ABC1134', 'ABC1834'],
    ['ABC1I34', 'ABC1834', 'ABC1134'],
    ['ABC1D34', 'ABC1334', 'ABC1034'],
  ])('a confusion at position five: %s is %s and only looks like %s', (lida, gemea, sosia) => {
    expect(findSemelhanca(lida, gemea)).toBe('equivalente');
    expect(findSemelhanca(gemea, lida)).toBe('equivalente');
    for (const [um, outro] of [
      [lida, sosia],
      [sosia, lida],
      [gemea, sosia],
      [sosia, gemea],
      [lida, findGemea(sosia) as string],
      [findGemea(sosia) as string, lida],
    ] as const) {
      expect(findSemelhanca(um, outro)).toBe('possivel');
    }
  });

  it('gives the level of every confusable pair, at every place where both are valid', () => {
    for (const grupo of ['0ODQ', '1I', '2Z', '5S', '6G', '8B', 'HW']) {
      for (const de of grupo) {
        for (const para of grupo.replace(de, '')) {
          for (let lugar = 0; lugar < 7; lugar += 1) {
            const placa = `XYV7X77`.slice(0, lugar) + para + `XYV7X77`.slice(lugar + 1);
            if (!isPlacaValida(placa)) continue;
            const procurada = placa.slice(0, lugar) + de + placa.slice(lugar + 1);
            // 6 and G look alike and convert to each other: they are the same car.
            const noQuinto = findGemea(placa) === procurada ? 'equivalente' : 'possivel';
            const nivel = lugar === 4 ? noQuinto : 'provavel';
            expect([procurada, placa, findSemelhanca(procurada, placa)]).toEqual([
              procurada,
              placa,
              nivel,
            ]);
          }
        }
      }
    }
  });
});

const caracteres = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
const caractere = fc.constantFrom(...caracteres);
const qualquer = fc
  .array(caractere, { minLength: 6, maxLength: 8 })
  .map((letras) => letras.join(''));
const valida = fc.stringMatching(/^[A-Z]{3}[0-9][A-Z0-9][0-9]{2}$/);

/** A plate, and the same plate after at most three changes. */
const alterada = fc
  .record({
    placa: valida,
    mudancas: fc.array(fc.record({ lugar: fc.nat(6), para: caractere }), { maxLength: 3 }),
  })
  .map(({ placa, mudancas }) => {
    const texto = mudancas.reduce(
      (lido, { lugar, para }) => lido.slice(0, lugar) + para + lido.slice(lugar + 1),
      placa,
    );
    return { placa, texto };
  });

/** The level that results from the ladder's own queries. */
function climbLadder(texto: string, placa: string) {
  const chave = keyOfPlaca(placa);
  const reaches = (textos: string[]) => textos.some((outro) => keyOfPlaca(outro) === chave);
  if (texto === placa) return 'exata';
  if (keyOfPlaca(texto) === chave) return 'equivalente';
  if (reaches(likely(texto))) return 'provavel';
  return reaches(possible(texto)) ? 'possivel' : undefined;
}

describe('any searched text', () => {
  it('has the level that the ladder gives it', () => {
    const vistos = new Map<string | undefined, number>();
    fc.assert(
      fc.property(alterada, ({ placa, texto }) => {
        const nivel = climbLadder(texto, placa);
        vistos.set(nivel, (vistos.get(nivel) ?? 0) + 1);
        return findSemelhanca(texto, placa) === nivel;
      }),
      { numRuns: 10_000 },
    );
    for (const nivel of ['exata', 'equivalente', 'provavel', 'possivel', undefined] as const) {
      expect(vistos.get(nivel) ?? 0, nivel).toBeGreaterThan(0);
    }
    fc.assert(
      fc.property(qualquer, valida, (texto, placa) => {
        expect(findSemelhanca(texto, placa)).toBe(climbLadder(texto, placa));
      }),
    );
  });

  it('leads to every plate that differs by one character, and only to valid plates', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          qualquer,
          alterada.map(({ texto }) => texto),
        ),
        (texto) => {
          const vizinhas = [...texto].flatMap((_, lugar) =>
            caracteres.map((outro) => texto.slice(0, lugar) + outro + texto.slice(lugar + 1)),
          );
          const esperadas = vizinhas.filter(
            (placa) => placa !== texto && placa.length === 7 && isPlacaValida(placa),
          );
          const achadas = possible(texto);
          expect(new Set(achadas).size).toBe(achadas.length);
          expect(achadas).toEqual(expect.arrayContaining([...new Set(esperadas)]));
          for (const placa of achadas) {
            expect(classifyPlaca(placa)).not.toBe('Inválida');
            const longe = distance(texto, placa);
            expect(longe === 1 || (longe === 2 && isConfusion(texto, placa))).toBe(true);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('has the same level for either plate of a car', () => {
    fc.assert(
      fc.property(alterada, ({ placa, texto }) => {
        const gemea = findGemea(placa);
        if (gemea === undefined || [placa, gemea].includes(texto)) return true;
        return findSemelhanca(texto, gemea) === findSemelhanca(texto, placa);
      }),
      { numRuns: 10_000 },
    );
  });

  it('differs from the similar plate in the characters that are answered', () => {
    fc.assert(
      fc.property(alterada, ({ placa, texto }) => {
        const parecenca = comparePlacas(texto, placa);
        if (!parecenca || ['exata', 'equivalente'].includes(parecenca.nivel)) {
          return (parecenca?.trocas ?? []).length === 0;
        }
        const perto = Math.min(
          ...[placa, findGemea(placa) ?? placa].map((outra) => distance(texto, outra)),
        );
        const { nivel, trocas: diferentes } = parecenca;
        return (
          diferentes.length >= perto &&
          diferentes.length <= 2 &&
          diferentes.every(({ de, para }) => de !== para && texto.includes(de)) &&
          (nivel === 'possivel' || diferentes.every(({ de, para }) => isConfusion(de, para)))
        );
      }),
      { numRuns: 10_000 },
    );
  });
});

it.each([
  ['ABC1D23', 'ABC1D23', false, 0],
  ['A8C1D23', 'ABC1D23', true, 1],
  ['A8CID23', 'ABC1D23', true, 2],
  ['ABX1D23', 'ABC1D23', false, 1],
  ['ABC1D2', 'ABC1D23', false, 7],
])('%s beside %s: confusion %s, distance %i', (um, outro, confusao, distancia) => {
  expect(isConfusion(um, outro)).toBe(confusao);
  expect(isConfusion(outro, um)).toBe(confusao);
  expect(distance(um, outro)).toBe(distancia);
});
