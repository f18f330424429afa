import { expect, test } from 'vitest';
import { countLeiturasOfHour, listUltimasHoras } from './porHora.ts';

const agora = Date.parse('2026-11-20T22:47:00Z');
const buildHora = (quando: string, leituras: number) => ({
  hora: quando,
  leituras,
  ignoradas: 0,
  recusadas: 0,
});

test('hours without readings are included, oldest first', () => {
  const horas = listUltimasHoras([buildHora('2026-11-20T21:00:00.000Z', 7)], agora);
  expect(horas).toHaveLength(24);
  expect(horas[0]?.hora).toBe('2026-11-19T23:00:00.000Z');
  expect(horas.map(({ leituras }) => leituras).filter(Boolean)).toEqual([7]);
  expect(horas.at(-2)?.leituras).toBe(7);
});

test('an hour more than a day old is left out', () => {
  const horas = listUltimasHoras([buildHora('2026-11-19T22:00:00.000Z', 7)], agora);
  expect(horas.every(({ leituras }) => leituras === 0)).toBe(true);
});

test('readings of the current hour count from its first minute', () => {
  const horas = [
    buildHora('2026-11-20T21:00:00.000Z', 7),
    buildHora('2026-11-20T22:00:00.000Z', 3),
  ];
  expect(countLeiturasOfHour(horas, agora)).toBe(3);
  expect(countLeiturasOfHour([], agora)).toBe(0);
});
