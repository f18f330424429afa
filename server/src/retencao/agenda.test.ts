import { expect, test } from 'vitest';
import { isDue } from './agenda.ts';

/** 03:00 and 14:00 in São Paulo. */
const NOITE = new Date('2026-11-23T06:00:00Z');
const TARDE = new Date('2026-11-23T17:00:00Z');

const ago = (agora: Date, horas: number): string =>
  new Date(agora.getTime() - horas * 3_600_000).toISOString();

test.each([
  ['at night, after the cleaning of the night before', NOITE, 'feito', 23, true],
  ['at night, after the cleaning of this night', NOITE, 'feito', 1, false],
  ['by day, after the cleaning of this night', TARDE, 'feito', 11, false],
  ['by day, when the last night had none', TARDE, 'feito', 35, true],
  ['after a cleaning in the future, by a wrong clock', TARDE, 'feito', -100, true],
  ['after one that failed an hour ago', TARDE, 'falhou', 1, true],
  ['after one that was cancelled an hour ago', TARDE, 'cancelado', 1, true],
  ['while one waits', NOITE, 'espera', 40, false],
  ['while one runs', NOITE, 'rodando', 40, false],
] as const)('%s', (_, agora, situacao, horas, due) => {
  expect(isDue({ situacao, criado_em: ago(agora, horas) }, agora)).toBe(due);
});

test('the first one is due at any hour', () => {
  expect(isDue(undefined, TARDE)).toBe(true);
});
