import { expect, test } from 'vitest';
import { formatAno, formatMes } from './fipe.ts';

test.each([
  ['2018-1', '2018 Gasolina'],
  ['32000-5', 'Zero km Flex'],
  ['2018', '2018'],
  ['2018-99', '2018'],
  ['2018-toString', '2018'],
])('the year %s reads %s', (codigo, rotulo) => {
  expect(formatAno(codigo)).toBe(rotulo);
});

test.each([
  ['2026-01', 'janeiro de 2026'],
  ['2026-03', 'março de 2026'],
  ['2026-12', 'dezembro de 2026'],
])('%s is %s', (referencia, mes) => {
  expect(formatMes(referencia)).toBe(mes);
});
