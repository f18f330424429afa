import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chavePlaca, gemeaPlaca, tipoPlaca } from './placa.ts';
import { comparar, distance, isConfusion, likely, possible, semelhanca } from './semelhanca.ts';

const trocas = (procurada: string, placa: string) =>
  comparar(procurada, placa)?.trocas.map(({ de, para }) => de + para);

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
    expect(semelhanca(procurada, placa)).toBe(nivel);
    expect(trocas(procurada, placa)).toEqual(diferentes);
  });

  // OCR takes 8 for B, 1 for I, 0 for D; the official conversion is 1→B, 8→I and 3→D.
  it.each([
    ['ABC1B34', 'ABC1134', 'ABC1834'],
    ['ABC1I34', 'ABC1834', 'ABC1134'],
    ['ABC1D34', 'ABC1334', 'ABC1034'],
  ])('the trap at position five: %s is %s and only looks like %s', (lida, gemea, sosia) => {
    expect(semelhanca(lida, gemea)).toBe('equivalente');
    expect(semelhanca(gemea, lida)).toBe('equivalente');
    for (const [um, outro] of [
      [lida, sosia],
      [sosia, lida],
      [gemea, sosia],
      [sosia, gemea],
      [lida, gemeaPlaca(sosia) as string],
      [gemeaPlaca(sosia) as string, lida],
    ] as const) {
      expect(semelhanca(um, outro)).toBe('possivel');
    }
  });

  it('tells the swap of every confusable pair, at every place where both may be read', () => {
    for (const grupo of ['0ODQ', '1I', '2Z', '5S', '6G', '8B', 'HW']) {
      for (const de of grupo) {
        for (const para of grupo.replace(de, '')) {
          for (let lugar = 0; lugar < 7; lugar += 1) {
            const placa = `XYV7X77`.slice(0, lugar) + para + `XYV7X77`.slice(lugar + 1);
            if (tipoPlaca(placa) === 'Inválida') continue;
            const procurada = placa.slice(0, lugar) + de + placa.slice(lugar + 1);
            // 6 and G look alike, and are each other's conversion: the same car.
            const noQuinto = gemeaPlaca(placa) === procurada ? 'equivalente' : 'possivel';
            const nivel = lugar === 4 ? noQuinto : 'provavel';
            expect([procurada, placa, semelhanca(procurada, placa)]).toEqual([
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

/** A plate, and a text that a few changes make of it. */
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

/** The rung told by what the ladder asks the register for. */
function pelaEscada(texto: string, placa: string) {
  const chave = chavePlaca(placa);
  const leva = (textos: string[]) => textos.some((outro) => chavePlaca(outro) === chave);
  if (texto === placa) return 'exata';
  if (chavePlaca(texto) === chave) return 'equivalente';
  if (leva(likely(texto))) return 'provavel';
  return leva(possible(texto)) ? 'possivel' : undefined;
}

describe('whatever is searched for', () => {
  it('has the rung that the ladder gives it', () => {
    const vistos = new Map<string | undefined, number>();
    fc.assert(
      fc.property(alterada, ({ placa, texto }) => {
        const nivel = pelaEscada(texto, placa);
        vistos.set(nivel, (vistos.get(nivel) ?? 0) + 1);
        return semelhanca(texto, placa) === nivel;
      }),
      { numRuns: 10_000 },
    );
    for (const nivel of ['exata', 'equivalente', 'provavel', 'possivel', undefined] as const) {
      expect(vistos.get(nivel) ?? 0, nivel).toBeGreaterThan(0);
    }
    fc.assert(
      fc.property(qualquer, valida, (texto, placa) => {
        expect(semelhanca(texto, placa)).toBe(pelaEscada(texto, placa));
      }),
    );
  });

  it('leads to every plate one sign away, and to no text that is none', () => {
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
            (placa) => placa !== texto && placa.length === 7 && tipoPlaca(placa) !== 'Inválida',
          );
          const achadas = possible(texto);
          expect(new Set(achadas).size).toBe(achadas.length);
          expect(achadas).toEqual(expect.arrayContaining([...new Set(esperadas)]));
          for (const placa of achadas) {
            expect(tipoPlaca(placa)).not.toBe('Inválida');
            const longe = distance(texto, placa);
            expect(longe === 1 || (longe === 2 && isConfusion(texto, placa))).toBe(true);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('has the rung of the car, by whichever of its plates it is registered', () => {
    fc.assert(
      fc.property(alterada, ({ placa, texto }) => {
        const gemea = gemeaPlaca(placa);
        if (gemea === undefined || [placa, gemea].includes(texto)) return true;
        return semelhanca(texto, gemea) === semelhanca(texto, placa);
      }),
      { numRuns: 10_000 },
    );
  });

  it('differs from what it is like in the characters that are told', () => {
    fc.assert(
      fc.property(alterada, ({ placa, texto }) => {
        const parecenca = comparar(texto, placa);
        if (!parecenca || ['exata', 'equivalente'].includes(parecenca.nivel)) {
          return (parecenca?.trocas ?? []).length === 0;
        }
        const perto = Math.min(
          ...[placa, gemeaPlaca(placa) ?? placa].map((outra) => distance(texto, outra)),
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
