import { expect, test } from 'vitest';
import { clock, count, hour, number, recentHour, sameDay } from './format.ts';

test('the clock shows São Paulo time on any device', () => {
  expect(clock('2026-11-21T01:47:30Z')).toBe('20/11/2026 - 22:47');
  expect(clock(new Date('2026-11-20T03:00:00Z'))).toBe('20/11/2026 - 00:00');
  expect(hour('2026-11-20T12:05:00Z')).toBe('09:05');
});

test('a day is a day of São Paulo', () => {
  expect(sameDay('2026-11-20T03:00:00Z', '2026-11-21T02:59:00Z')).toBe(true);
  expect(sameDay('2026-11-20T02:59:00Z', '2026-11-20T03:00:00Z')).toBe(false);
});

test.each([
  ['2026-11-21T20:21:00Z', '17:21'],
  ['2026-11-21T03:00:00Z', '00:00'],
  ['2026-11-21T02:59:00Z', 'ontem 23:59'],
  ['2026-11-20T03:00:00Z', 'ontem 00:00'],
  ['2026-11-20T02:59:00Z', '19/11 23:59'],
  ['2025-11-21T20:21:00Z', '21/11 17:21'],
  // A time after today's day is of another day too.
  ['2026-11-22T03:30:00Z', '22/11 00:30'],
])('the hour of %s is written %s', (when, text) => {
  expect(recentHour(when, '2026-11-21T23:47:00Z')).toBe(text);
});

test('numbers and counts', () => {
  expect(number(2847)).toBe('2.847');
  expect(count(1, 'veículo', 'veículos')).toBe('1 veículo');
  expect(count(0, 'veículo', 'veículos')).toBe('0 veículos');
  expect(count(10_000, 'veículo', 'veículos', true)).toBe('mais de 10.000 veículos');
});
