import { expect, test } from 'vitest';
import { clock, count, hour, number, sameDay } from './format.ts';

test('the clock speaks São Paulo time whatever the device', () => {
  expect(clock('2026-11-21T01:47:30Z')).toBe('20/11/2026 - 22:47');
  expect(clock(new Date('2026-11-20T03:00:00Z'))).toBe('20/11/2026 - 00:00');
  expect(hour('2026-11-20T12:05:00Z')).toBe('09:05');
});

test('a day is a day of São Paulo', () => {
  expect(sameDay('2026-11-20T03:00:00Z', '2026-11-21T02:59:00Z')).toBe(true);
  expect(sameDay('2026-11-20T02:59:00Z', '2026-11-20T03:00:00Z')).toBe(false);
});

test('numbers and counts', () => {
  expect(number(2847)).toBe('2.847');
  expect(count(1, 'veículo', 'veículos')).toBe('1 veículo');
  expect(count(0, 'veículo', 'veículos')).toBe('0 veículos');
  expect(count(10_000, 'veículo', 'veículos', true)).toBe('mais de 10.000 veículos');
});
