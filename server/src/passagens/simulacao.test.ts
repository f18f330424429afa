import { describe, expect, it } from 'vitest';
import { simulate } from '../../test/simulacaoPlacas.ts';
import { matchReading } from './encontro/casamento.ts';

const sumOf = (contagem: Record<string, number>, niveis: string[]) =>
  niveis.reduce((total, nivel) => total + (contagem[nivel] ?? 0), 0);
const TODOS = ['exata', 'equivalente', 'provavel', 'possivel', 'nenhuma'];

describe.each([
  ['any prefix', undefined],
  ['1,500 prefixes', 1_500],
  ['40 prefixes', 40],
])('cars read against a register of 2,000, of %s', (_, prefixos) => {
  it('are never matched to another car without a person', async () => {
    const { desconhecidas, certas, gemeas, confundidas } = await simulate({
      cadastro: 2_000,
      prefixos,
      desconhecidas: 3_000,
      conhecidas: 1_000,
    });
    expect(desconhecidas).toMatchObject({ automaticas: 0, exata: 0, equivalente: 0 });
    expect(sumOf(desconhecidas, TODOS)).toBe(3_000);
    // The more similar the plates, the more a person is asked, but no car is matched wrongly.
    if (prefixos === 40) expect(desconhecidas.possivel).toBeGreaterThan(300);
    else expect(sumOf(desconhecidas, ['provavel', 'possivel'])).toBeLessThan(60);

    expect(certas.exata).toBe(1_000);
    expect(gemeas.equivalente).toBe(sumOf(gemeas, TODOS));
    expect(gemeas.equivalente).toBeGreaterThan(500);
    const lidas = sumOf(confundidas, TODOS);
    expect(lidas).toBeGreaterThan(900);
    expect(confundidas.achadas + confundidas.outroCarro).toBe(lidas);
    expect(confundidas.provavel).toBeGreaterThan(lidas / 2);
  });
});

it('the simulation detects a ladder that trusts similar plates', async () => {
  const { desconhecidas } = await simulate({
    cadastro: 2_000,
    prefixos: 40,
    desconhecidas: 1_000,
    conhecidas: 0,
    async match(consultar, placa) {
      const casamento = await matchReading(consultar, placa);
      const [primeira] = casamento.sugestoes;
      if (!primeira) return casamento;
      const [registrado] = await consultar([primeira.placa]);
      return { ...casamento, registrado };
    },
  });
  expect(desconhecidas.automaticas).toBeGreaterThan(0);
});

it('gives the same figures for the same seed, and others for another', async () => {
  const cenario = { cadastro: 500, prefixos: 40, desconhecidas: 500, conhecidas: 100 };
  const um = await simulate(cenario);
  expect(await simulate(cenario)).toEqual(um);
  expect(await simulate({ ...cenario, semente: 8 })).not.toEqual(um);
});
