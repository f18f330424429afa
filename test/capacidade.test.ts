/** The model of capacity, on fixed costs. */
import { describe, expect, it } from 'vitest';
import type { UnitCosts } from '../bench/custos.ts';
import { computeNeed, computeSeparate } from '../bench/modelo.ts';

const both = (no: number, banco: number) => ({ no, banco });
const custos: UnitCosts = {
  medidoEm: '2026-11-23',
  nucleos: 2,
  veiculos: 1_000,
  cpu: {
    ler: both(1, 0.5),
    listar: both(2, 1),
    buscar: both(4, 2),
    criar: both(5, 3),
    alterar: both(3, 1),
    passagem: both(6, 2),
  },
  ouvinteMs: 0.01,
  passagensPorSegundo: 100,
  bytes: { veiculo: 2_000, passagem: 1_000, imagem: 9_000 },
  memoriaNoMb: 300,
};
/** 1,440,000 vehicles change once a second, because twice a year are 2,880,000 s of busy hours. */
const demanda = {
  campi: 10,
  veiculos: 1_440_000,
  leituras: 20,
  ouvintes: 100,
  precoNucleo: 150,
};

describe('the need of one installation', () => {
  const need = computeNeed(custos, demanda);

  it('cores: readings, requests of the screens, changes, and each event on each stream', () => {
    // Nodes: 20 × 6 + 100 × 0.2 × (0.5 + 0.6 + 0.8) + 1 × 4 + 20 × 100 × 0.01 = 182 ms a second.
    expect(need.nucleosNos).toBeCloseTo(182 / 1_000 / 0.6, 6);
    // Database: 20 × 2 + 20 × (0.25 + 0.3 + 0.4) + 1 × 2 = 61 ms a second.
    expect(need.nucleosBanco).toBeCloseTo(61 / 1_000 / 0.6, 6);
    expect(need.nos).toBe(1);
  });

  it('bytes of a day are four busy hours of readings with their pictures', () => {
    expect(need.bytesPorDia).toBe(20 * 4 * 3_600 * 10_000);
    expect(need.bytesDoCadastro).toBe(2_880_000_000);
  });

  it('memory is that of the nodes, and of the database with the whole register', () => {
    expect(need.memoriaMb).toBeCloseTo(300 + 1_024 + 2_880_000_000 / 1_024 ** 2, 6);
  });

  it('the price is that of whole cores', () => {
    expect(need.reaisPorMes).toBe(2 * 150);
    expect(computeNeed(custos, { ...demanda, precoNucleo: 1 }).reaisPorMes).toBe(2);
  });

  it('above the measured passages a second it does not fit', () => {
    expect(need.escrita).toBeCloseTo(20 / 60, 6);
    expect(computeNeed(custos, { ...demanda, leituras: 90 }).escrita).toBeGreaterThan(1);
  });

  it('a node takes at most 2,000 streams, and uses one core', () => {
    const quietos = { ...demanda, leituras: 0, ouvintes: 4_001 };
    expect(computeNeed(custos, quietos).nos).toBe(3);
    expect(computeNeed(custos, { ...demanda, leituras: 400 }).nos).toBe(5);
  });

  it('a value that is no number is refused by its name', () => {
    expect(() => computeNeed(custos, { ...demanda, leituras: Number.NaN })).toThrow('leituras');
  });
});

it('an installation for each campus: its screens hear only its own passages', () => {
  const juntos = computeNeed(custos, demanda);
  const separados = computeSeparate(custos, demanda);
  // Events: 10 × (2 × 10 × 0.01) = 2 ms instead of 20 ms.
  expect(separados.nucleosNos).toBeCloseTo(juntos.nucleosNos - 18 / 1_000 / 0.6, 6);
  expect(separados.nos).toBe(10);
  expect(separados.reaisPorMes).toBe(10 * 2 * 150);
  expect(separados.bytesPorDia).toBeCloseTo(juntos.bytesPorDia, 3);
  expect(separados.escrita).toBeCloseTo(juntos.escrita / 10, 6);
});
