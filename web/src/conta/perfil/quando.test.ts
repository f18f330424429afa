import { expect, test } from 'vitest';
import { formatQuando } from './quando.ts';

// 01:30 of the 21st in São Paulo.
const AGORA = Date.parse('2026-11-21T04:30:00.000Z');

test.each([
  ['2026-11-21T04:29:00.000Z', 'agora'],
  ['2026-11-21T04:31:00.000Z', 'agora'],
  ['2026-11-21T04:20:00.000Z', 'hoje, 01:20'],
  ['2026-11-21T03:00:00.000Z', 'hoje, 00:00'],
  ['2026-11-21T02:59:00.000Z', 'ontem, 23:59'],
  ['2026-11-19T23:00:00.000Z', '19/11/2026'],
])('%s → %s', (em, texto) => {
  expect(formatQuando(em, AGORA)).toBe(texto);
});
