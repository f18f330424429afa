import { describe, expect, it } from 'vitest';
import { addSample, describeClock, settleInstant, steadySkew } from './relogio.ts';

const RECEBIDO = new Date('2026-03-10T12:00:00.000Z');
const antes = (segundos: number) => new Date(RECEBIDO.getTime() - segundos * 1_000);
const igual = (segundos: number, vezes = 20) =>
  Array.from({ length: vezes }, () => segundos * 1_000);
const HORA = 3_600;

describe('the instant of a reading', () => {
  it.each([
    ['a right clock', igual(1), 1, { segundos: 1, atrasada: false }],
    ['the first reading of all', [], 5, { segundos: 5, atrasada: false }],
    ['the first of all, an hour old', [], HORA, { segundos: HORA, atrasada: true }],
    ['a little ahead', igual(-20), -20, { segundos: 0, atrasada: false }],
    ['the first of all, three hours ahead', [], -3 * HORA, { segundos: 0, atrasada: false }],
    ['a year ahead', [], -365 * 86_400, { segundos: 0, atrasada: false }],
    ['three hours ahead, always', igual(-3 * HORA), -3 * HORA, { segundos: 0, atrasada: false }],
    ['three hours behind, always', igual(3 * HORA), 3 * HORA, { segundos: 0, atrasada: false }],
    ['late by a right clock', igual(2), 90, { segundos: 90, atrasada: true }],
    ['60 s behind the others, and not more', igual(0), 60, { segundos: 60, atrasada: false }],
    // 3 h behind by clock, 10 min more by delay: it happened 10 min ago.
    ['late by a wrong clock', igual(3 * HORA), 3 * HORA + 600, { segundos: 600, atrasada: true }],
  ])('%s', (_nome, desvios, atras, esperado) => {
    const { instante, atrasada } = settleInstant(desvios, antes(atras), RECEBIDO);
    expect({ segundos: (RECEBIDO.getTime() - instante.getTime()) / 1_000, atrasada }).toEqual(
      esperado,
    );
  });

  it('what was kept while the network was away is late, every one of it', () => {
    let desvios = igual(1);
    const atrasos = Array.from({ length: 40 }, (_, i) => 2 * HORA - i * 100);
    for (const atraso of atrasos) {
      expect([atraso, settleInstant(desvios, antes(atraso), RECEBIDO).atrasada]).toEqual([
        atraso,
        true,
      ]);
      desvios = addSample(desvios, atraso * 1_000);
    }
    expect(describeClock(desvios)).toBeNull();
  });

  it('a clock that jumps is believed again once most of its readings agree', () => {
    let desvios = igual(0);
    const atrasadas = Array.from({ length: 15 }, () => {
      const { atrasada } = settleInstant(desvios, antes(HORA), RECEBIDO);
      desvios = addSample(desvios, HORA * 1_000);
      return atrasada;
    });
    expect(atrasadas).toEqual([...Array(11).fill(true), ...Array(4).fill(false)]);
    expect(describeClock(desvios)?.frase).toBe('Relógio da câmera atrasado 1 h');
  });
});

it('keeps the last twenty samples, and says nothing of two', () => {
  const desvios = igual(5, 25).reduce(addSample, [] as number[]);
  expect(desvios).toHaveLength(20);
  expect(steadySkew(igual(500, 2))).toBeUndefined();
  expect(steadySkew(igual(500, 3))).toBe(500_000);
});

it.each([
  [-3 * HORA, 'adiantado 3 h'],
  [-3 * HORA - 120, 'adiantado 3 h 2 min'],
  [121, 'atrasado 2 min'],
  [26 * HORA, 'atrasado 1 dia 2 h'],
  [-56 * 365 * 86_400, 'adiantado 20440 dias'],
])('says a difference of %i s in words', (segundos, frase) => {
  expect(describeClock(igual(segundos))).toEqual({
    segundos: -segundos,
    frase: `Relógio da câmera ${frase}`,
  });
});

it.each([[igual(0)], [igual(120)], [igual(-120)], [[]]])('says nothing of %j', (desvios) => {
  expect(describeClock(desvios)).toBeNull();
});
