import { expect, test } from 'vitest';
import { estimateSegundos } from './faltam.ts';

const INICIO = { feitos: 10, quando: 0 };

test.each([
  ['at the rate so far', { feitos: 30, quando: 10_000 }, 70, 20],
  ['done', { feitos: 70, quando: 10_000 }, 70, 0],
  ['more than the total', { feitos: 90, quando: 10_000 }, 70, 0],
  ['too early', { feitos: 30, quando: 4_000 }, 70, undefined],
  ['nothing done yet', { feitos: 10, quando: 60_000 }, 70, undefined],
  ['no total', { feitos: 30, quando: 10_000 }, null, undefined],
])('seconds left: %s', (_caso, agora, total, segundos) => {
  expect(estimateSegundos(INICIO, agora, total)).toBe(segundos);
});
