import { convertLicensePlateToMercosul } from '@brazilian-utils/brazilian-utils';
import { classifyPlaca, findGemea, keyOfPlaca } from '@unipark/contract/placa';
import { isConfusion, likely, possible } from '@unipark/contract/semelhanca';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { random } from '../../demo/registro.ts';
import { matchReading, type RegisteredVeiculo } from './casamento.ts';

const buildRegistrado = (placa: string, status = 'ATIVO'): RegisteredVeiculo => ({
  placa,
  chave: keyOfPlaca(placa),
  modelo: 'UNO',
  tipo: '1',
  status,
  motivo: null,
  cor: null,
  nome: null,
  cidade: null,
  estado: null,
});

function match(placa: string, cadastro: (string | RegisteredVeiculo)[], candidatas: string[] = []) {
  const todos = cadastro.map((carro) =>
    typeof carro === 'string' ? buildRegistrado(carro) : carro,
  );
  const lookUp = async (chaves: string[]) => todos.filter(({ chave }) => chaves.includes(chave));
  return matchReading(lookUp, placa, candidatas);
}

const listPlacas = ({ sugestoes }: Awaited<ReturnType<typeof match>>) =>
  sugestoes.map(({ placa }) => placa);

describe('the ladder', () => {
  it.each([
    ['the text itself', 'ABC1D23', ['ABC1D23'], 'exata', []],
    ['the old plate read as Mercosul', 'ABC1C34', ['ABC1234'], 'equivalente', []],
    ['the Mercosul plate read as old', 'ABC1234', ['ABC1C34'], 'equivalente', []],
    ['a digit where a letter stands', 'A8C1D23', ['ABC1D23'], 'provavel', ['ABC1D23']],
    ['a letter where a digit stands', 'ABCID23', ['ABC1D23'], 'provavel', ['ABC1D23']],
    ['one letter for another', 'FMH3777', ['FMW3777'], 'provavel', ['FMW3777']],
    ['two swaps', 'A8C1DZ3', ['ABC1D23'], 'provavel', ['ABC1D23']],
    ['a swap and the twin', 'A8C1034', ['ABC1A34'], 'provavel', ['ABC1A34']],
    ['three swaps', 'A8CIDZ3', ['ABC1D23'], 'nenhuma', []],
    [
      'swaps with two answers',
      'A0C1D23',
      ['AOC1D23', 'ADC1D23'],
      'possivel',
      ['AOC1D23', 'ADC1D23'],
    ],
    ['one substitution', 'ABX1D23', ['ABC1D23'], 'possivel', ['ABC1D23']],
    ['two substitutions', 'ABX1D24', ['ABC1D23'], 'nenhuma', []],
    ['a confusion at the fifth place and a swap', 'A8C1B34', ['ABC1834'], 'possivel', ['ABC1834']],
    ['another length', 'ABC1D2', ['ABC1D23'], 'nenhuma', []],
    ['nothing alike', 'XYZ9K99', ['ABC1D23'], 'nenhuma', []],
    ['no plate', '', ['ABC1D23'], 'nenhuma', []],
  ])('%s: %s among %j is %s', async (_, lida, cadastro, nivel, sugeridas) => {
    const casamento = await match(lida, cadastro);
    expect(casamento.nivel).toBe(nivel);
    expect(listPlacas(casamento)).toEqual(sugeridas);
    expect(casamento.registrado === undefined).toBe(!['exata', 'equivalente'].includes(nivel));
  });

  // OCR confuses 8 and B, 1 and I, 0 and D; the official conversion is 1→B, 8→I and 3→D.
  it.each([
    ['ABC1B34', 'ABC1134', 'ABC1834'],
    ['ABC1I34', 'ABC1834', 'ABC1134'],
    ['ABC1D34', 'ABC1334', 'ABC1034'],
  ])(
    'a confusion at position five: %s is %s and only looks like %s',
    async (lida, gemea, sosia) => {
      expect(await match(lida, [gemea])).toMatchObject({ nivel: 'equivalente', sugestoes: [] });
      expect(await match(gemea, [lida])).toMatchObject({ nivel: 'equivalente', sugestoes: [] });
      expect((await match(lida, [gemea, sosia])).registrado?.placa).toBe(gemea);
      for (const [leitura, carro] of [
        [lida, sosia],
        [sosia, lida],
        [gemea, sosia],
        [sosia, gemea],
        [lida, findGemea(sosia) as string],
        [findGemea(sosia) as string, lida],
      ] as const) {
        const casamento = await match(leitura, [carro]);
        expect(casamento).toMatchObject({ nivel: 'possivel', registrado: undefined });
        expect(listPlacas(casamento)).toEqual([carro]);
      }
    },
  );

  it('prefers the exact text of two twins, otherwise the one that is PROIBIDO', async () => {
    const ativo = buildRegistrado('ABC1C34');
    const proibido = buildRegistrado('ABC1234', 'PROIBIDO');
    expect((await match('ABC1C34', [proibido, ativo])).registrado).toBe(ativo);
    expect((await match('ABC1234', [ativo, proibido])).registrado).toBe(proibido);
  });

  it("shows the recogniser's other guesses, and never trusts them", async () => {
    const casamento = await match('XYZ9K99', ['ABC1D23'], ['ABC1D23', 'DEF2E34']);
    expect(casamento).toMatchObject({ nivel: 'possivel', registrado: undefined });
    expect(listPlacas(casamento)).toEqual(['ABC1D23']);
    expect((await match('ABC1D23', ['ABC1D23', 'ABC1D28'], ['ABC1D28'])).sugestoes).toEqual([]);
    const duas = await match('A8C1D23', ['ABC1D23', 'XYZ9K99'], ['XYZ9K99']);
    expect(duas.sugestoes.map(({ nivel }) => nivel)).toEqual(['provavel', 'possivel']);
  });
});

const caractere = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
const texto = fc.array(caractere, { minLength: 1, maxLength: 10 }).map((letras) => letras.join(''));
const valida = fc.stringMatching(/^[A-Z]{3}[0-9][A-Z0-9][0-9]{2}$/);

describe('any read text', () => {
  it('is green only for the text or its twin', async () => {
    await fc.assert(
      fc.asyncProperty(texto, fc.array(valida, { maxLength: 5 }), async (lida, outras) => {
        const cadastro = [...outras, ...likely(lida).slice(0, 2), ...possible(lida).slice(0, 2)];
        const { registrado: achado } = await match(lida, cadastro, outras);
        if (achado) expect(achado.chave).toBe(keyOfPlaca(lida));
        else expect(cadastro.map(keyOfPlaca)).not.toContain(keyOfPlaca(lida));
      }),
    );
  });

  it('asks for few plates, each of them possible', () => {
    fc.assert(
      fc.property(texto, (lida) => {
        expect(likely(lida).length).toBeLessThanOrEqual(64);
        expect(possible(lida).length).toBeLessThanOrEqual(200);
        for (const placa of [...likely(lida), ...possible(lida)]) {
          expect(placa).not.toBe(lida);
          expect(classifyPlaca(placa)).not.toBe('Inválida');
        }
        for (const placa of likely(lida)) {
          expect(isConfusion(placa, lida)).toBe(true);
          expect(placa[4]).toBe(lida[4]);
        }
      }),
    );
  });
});

/** Plates of either kind, the same for the same seed. */
function randomPlacas(quantas: number, semente: number): string[] {
  const draw = random(semente);
  const pick = (de: string) => de.charAt(Math.floor(draw() * de.length));
  const letras = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const digitos = '0123456789';
  return Array.from({ length: quantas }, () =>
    [letras, letras, letras, digitos, letras + digitos, digitos, digitos].map(pick).join(''),
  );
}

it('finds a car by either of its plates, and by its own first: 100,000 random plates', async () => {
  const vistos = { exata: 0, equivalente: 0, proprias: 0 };
  for (const placa of randomPlacas(100_000, 1)) {
    const [carro, gemea] = [buildRegistrado(placa), findGemea(placa)];
    const cadastro = new Map([[carro.chave, [carro]]]);
    const lookUp = async (chaves: string[]) => chaves.flatMap((chave) => cadastro.get(chave) ?? []);
    const direta = await matchReading(lookUp, placa);
    if (direta.nivel !== 'exata' || direta.registrado !== carro) expect.fail(placa);
    vistos.exata += 1;
    if (gemea === undefined) continue;
    const pelaGemea = await matchReading(lookUp, gemea);
    if (pelaGemea.nivel !== 'equivalente' || pelaGemea.registrado !== carro) expect.fail(gemea);
    vistos.equivalente += 1;
    // With both in the register each text finds its own.
    const outro = buildRegistrado(gemea, 'PROIBIDO');
    cadastro.set(carro.chave, [outro, carro]);
    const ambas = await Promise.all([placa, gemea].map((lida) => matchReading(lookUp, lida)));
    if (ambas[0]?.registrado !== carro || ambas[1]?.registrado !== outro) expect.fail(placa);
    vistos.proprias += 1;
  }
  expect(vistos.exata).toBe(100_000);
  expect(vistos.equivalente).toBeGreaterThan(50_000);
  expect(vistos.proprias).toBe(vistos.equivalente);
});

describe('comparison with a library that knows the conversion too', () => {
  it('agrees on every old plate of one prefix, and on 100,000 random ones', () => {
    const antigas = Array.from({ length: 10_000 }, (_, i) => `OIQ${String(i).padStart(4, '0')}`);
    let comparadas = 0;
    for (const placa of [...antigas, ...randomPlacas(100_000, 2)]) {
      const deles = convertLicensePlateToMercosul(placa);
      // The library answers nothing for a plate that is Mercosul already.
      const nossa = classifyPlaca(placa) === 'Antiga' ? keyOfPlaca(placa) : '';
      if (deles !== nossa) expect.fail(`${placa}: ${deles}, not ${nossa}`);
      comparadas += Number(deles !== '');
    }
    expect(comparadas).toBeGreaterThan(35_000);
  });

  it.each(['abc-1234', 'ABC-1234'])('reads %s as we do', (placa) => {
    expect(convertLicensePlateToMercosul(placa)).toBe('ABC1C34');
    expect(findGemea(placa.toUpperCase())).toBe('ABC1C34');
  });
});
