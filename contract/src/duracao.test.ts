import { expect, test } from 'vitest';
import { formatDuracao, formatEspera } from './duracao.ts';

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
])('a wait of %d s is %s', (segundos, texto) => {
  expect(formatEspera(segundos)).toBe(texto);
});

test.each([
  [-45_400, '45 s'],
  [119_600, '2 min'],
  [10_920_000, '3 h 2 min'],
  [26 * 3_600_000, '1 dia 2 h'],
  [48 * 3_600_000, '2 dias'],
])('a duration of %d ms is %s', (ms, texto) => {
  expect(formatDuracao(ms)).toBe(texto);
});
