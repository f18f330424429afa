import { chavePlaca, tipoPlaca } from '@unipark/contract/placa';
import { isConfusion, likely, possible } from '@unipark/contract/semelhanca';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchReading, type Registrado } from './casamento.ts';

const registrado = (placa: string, status = 'ATIVO'): Registrado => ({
  placa,
  chave: chavePlaca(placa),
  modelo: 'UNO',
  tipo: '1',
  status,
  motivo: null,
});

function match(placa: string, cadastro: (string | Registrado)[], candidatas: string[] = []) {
  const todos = cadastro.map((carro) => (typeof carro === 'string' ? registrado(carro) : carro));
  const consultar = async (chaves: string[]) => todos.filter(({ chave }) => chaves.includes(chave));
  return matchReading(consultar, placa, candidatas);
}

const placas = ({ sugestoes }: Awaited<ReturnType<typeof match>>) =>
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
    expect(placas(casamento)).toEqual(sugeridas);
    expect(casamento.registrado === undefined).toBe(!['exata', 'equivalente'].includes(nivel));
  });

  // OCR confuses 8 and B, 1 and I, 0 and D; the official conversion is 1→B, 8→I and 3→D.
  it.each([
    ['ABC1B34', 'ABC1134', 'ABC1834'],
    ['ABC1I34', 'ABC1834', 'ABC1134'],
    ['ABC1D34', 'ABC1334', 'ABC1034'],
  ])('the trap at position five: %s is %s and only looks like %s', async (lida, gemea, sosia) => {
    expect(await match(lida, [gemea])).toMatchObject({ nivel: 'equivalente', sugestoes: [] });
    expect(await match(gemea, [lida])).toMatchObject({ nivel: 'equivalente', sugestoes: [] });
    expect((await match(lida, [gemea, sosia])).registrado?.placa).toBe(gemea);
    for (const [leitura, carro] of [
      [lida, sosia],
      [sosia, lida],
    ] as const) {
      const casamento = await match(leitura, [carro]);
      expect(casamento).toMatchObject({ nivel: 'possivel', registrado: undefined });
      expect(placas(casamento)).toEqual([carro]);
    }
  });

  it('takes the exact text between twins, else the one that is PROIBIDO', async () => {
    const ativo = registrado('ABC1C34');
    const proibido = registrado('ABC1234', 'PROIBIDO');
    expect((await match('ABC1C34', [proibido, ativo])).registrado).toBe(ativo);
    expect((await match('ABC1234', [ativo, proibido])).registrado).toBe(proibido);
  });

  it('shows what else the recogniser guessed, and never trusts it', async () => {
    const casamento = await match('XYZ9K99', ['ABC1D23'], ['ABC1D23', 'DEF2E34']);
    expect(casamento).toMatchObject({ nivel: 'possivel', registrado: undefined });
    expect(placas(casamento)).toEqual(['ABC1D23']);
    expect((await match('ABC1D23', ['ABC1D23', 'ABC1D28'], ['ABC1D28'])).sugestoes).toEqual([]);
    const duas = await match('A8C1D23', ['ABC1D23', 'XYZ9K99'], ['XYZ9K99']);
    expect(duas.sugestoes.map(({ nivel }) => nivel)).toEqual(['provavel', 'possivel']);
  });
});

const caractere = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
const texto = fc.array(caractere, { minLength: 1, maxLength: 10 }).map((letras) => letras.join(''));
const valida = fc.stringMatching(/^[A-Z]{3}[0-9][A-Z0-9][0-9]{2}$/);

describe('whatever is read', () => {
  it('is green only for the text or its twin', async () => {
    await fc.assert(
      fc.asyncProperty(texto, fc.array(valida, { maxLength: 5 }), async (lida, outras) => {
        const cadastro = [...outras, ...likely(lida).slice(0, 2), ...possible(lida).slice(0, 2)];
        const { registrado: achado } = await match(lida, cadastro, outras);
        if (achado) expect(achado.chave).toBe(chavePlaca(lida));
        else expect(cadastro.map(chavePlaca)).not.toContain(chavePlaca(lida));
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
          expect(tipoPlaca(placa)).not.toBe('Inválida');
        }
        for (const placa of likely(lida)) {
          expect(isConfusion(placa, lida)).toBe(true);
          expect(placa[4]).toBe(lida[4]);
        }
      }),
    );
  });
});
