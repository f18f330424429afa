import { expect, test } from 'vitest';
import { formatRange } from './pagePosition.ts';

const buildPage = (quantos: number, total: number, mais = false) => ({
  items: Array.from({ length: quantos }),
  total,
  mais,
});

test.each([
  [buildPage(25, 3_000), 26, '26–50 de 3.000'],
  [buildPage(25, 10_000, true), 26, '26–50 de mais de 10.000'],
  [buildPage(25, 10_000, true), 12_001, '12.001–12.025 de mais de 10.000'],
  [buildPage(1, 1), 1, '1–1 de 1'],
  [buildPage(25, 3_000), undefined, '3.000'],
  [buildPage(0, 3_000), 26, '3.000'],
  // Rows were deleted since: a range beyond the total is not shown.
  [buildPage(25, 40), 26, '40'],
])('%j from %s reads %s', (page, position, text) => {
  expect(formatRange(page, position)).toBe(text);
});
