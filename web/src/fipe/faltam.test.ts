import { expect, test } from 'vitest';
import { duracao, segundosQueFaltam } from './faltam.ts';

test.each([
  [0.2, '1 s'],
  [59, '59 s'],
  [60, '1 min'],
  [61, '2 min'],
  [3_600, '1 h'],
  [3_601, '1 h 1 min'],
  [7_500, '2 h 5 min'],
])('%d s is %s', (segundos, texto) => {
  expect(duracao(segundos)).toBe(texto);
});

const INICIO = { feitos: 10, quando: 0 };

test.each([
  ['at the rate so far', { feitos: 30, quando: 10_000 }, 70, 20],
  ['done', { feitos: 70, quando: 10_000 }, 70, 0],
  ['more than was announced', { feitos: 90, quando: 10_000 }, 70, 0],
  ['too early to tell', { feitos: 30, quando: 4_000 }, 70, undefined],
  ['nothing done yet', { feitos: 10, quando: 60_000 }, 70, undefined],
  ['no total', { feitos: 30, quando: 10_000 }, null, undefined],
])('seconds to go: %s', (_caso, agora, total, segundos) => {
  expect(segundosQueFaltam(INICIO, agora, total)).toBe(segundos);
});
