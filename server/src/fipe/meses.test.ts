import { expect, test } from 'vitest';
import { findMes } from './meses.ts';

test.each([
  ['2026-11', '2026-11'],
  ['2026/3', '2026-03'],
  ['11/2026', '2026-11'],
  ['novembro de 2026', '2026-11'],
  ['outubro/2017 ', '2017-10'],
  ['MARÇO de 2026', '2026-03'],
  ['marc\u0327o de 2026', '2026-03'],
  ['nov/2026', '2026-11'],
  ['brumário de 2026', undefined],
  ['2026-13', undefined],
  ['00/2026', undefined],
  ['novembro', undefined],
  ['308', undefined],
  ['11/26', undefined],
  ['novembro de 9999', undefined],
  ['', undefined],
])('%j is the month %s', (valor, mes) => {
  expect(findMes(valor)).toBe(mes);
});
