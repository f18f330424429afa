import { expect, test } from 'vitest';
import { formatAno, formatDuracao, formatMes } from './fipe.ts';

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

test.each([
  [0.2, '1 s'],
  [59, '59 s'],
  [60, '1 min'],
  [61, '2 min'],
  [3_540, '59 min'],
  [3_600, '1 h'],
  [3_601, '1 h 1 min'],
  [3_900, '1 h 5 min'],
  [7_199, '2 h'],
  [7_500, '2 h 5 min'],
])('%d s is %s', (segundos, texto) => {
  expect(formatDuracao(segundos)).toBe(texto);
});
