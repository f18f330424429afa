import { expect, it, test } from 'vitest';
import { fromCompact, fromIso, fromMilliseconds, fromSeconds } from './tempo.ts';

const iso = (data: Date | null): string | null => data?.toISOString() ?? null;

test.each([
  ['2026-11-20T08:15:30-03:00', '2026-11-20T11:15:30.000Z'],
  ['2026-11-20T11:15:30Z', '2026-11-20T11:15:30.000Z'],
  ['2026-11-20 11:15:30.030345', '2026-11-20T11:15:30.030Z'],
  ['2026-11-20 11:15:30,5', '2026-11-20T11:15:30.500Z'],
  ['2026-11-20 08:15:30.250000-03:00', '2026-11-20T11:15:30.250Z'],
  ['2026-11-20 11:15:30.252000+0000', '2026-11-20T11:15:30.252Z'],
  ['2026/1/2 3:04:05', '2026-01-02T03:04:05.000Z'],
  ['2024-02-29T00:00:00+05', '2024-02-28T19:00:00.000Z'],
])('%s is %s', (texto, esperado) => {
  expect(iso(fromIso(texto))).toBe(esperado);
});

test.each([
  '1970-01-01T00:00:00Z',
  '1999-12-31T23:59:59Z',
  '2099-01-01T00:00:00Z',
  '2025-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-11-20T25:00:00Z',
  '2026-11-20T10:60:00Z',
  '2026-11-20T10:00:00+99:00',
  '2026-11-20',
  '0000-00-00 00:00:00',
  '',
  'ontem',
  ' '.repeat(60),
  1795173600000,
  null,
  undefined,
  {},
])('%s is not a time', (valor) => {
  expect(fromIso(valor)).toBeNull();
});

test.each([
  ['today, three hours behind', '2026-11-20 08:15:30.250', '2026-11-20T11:15:30.250Z'],
  ['a winter of the past', '2018-07-01 12:00:00', '2018-07-01T15:00:00.000Z'],
  ['a summer of the past, two behind', '2018-12-01 12:00:00', '2018-12-01T14:00:00.000Z'],
  ['the last minute before the jump', '2018-11-03 23:59:00', '2018-11-04T02:59:00.000Z'],
  ['a time that was skipped', '2018-11-04 00:30:00', '2018-11-04T03:30:00.000Z'],
  ['the first minute after the jump', '2018-11-04 01:00:00', '2018-11-04T03:00:00.000Z'],
  ['an hour before the turn back', '2019-02-16 22:59:00', '2019-02-17T00:59:00.000Z'],
  ['an hour that came twice: its first', '2019-02-16 23:30:00', '2019-02-17T01:30:00.000Z'],
  ['after the turn back', '2019-02-17 00:00:00', '2019-02-17T03:00:00.000Z'],
  ['no summer time since', '2019-12-01 12:00:00', '2019-12-01T15:00:00.000Z'],
])('local time: %s', (_titulo, texto, esperado) => {
  expect(iso(fromIso(texto, 'America/Sao_Paulo'))).toBe(esperado);
});

it('keeps a time that has a zone', () => {
  expect(iso(fromIso('2026-11-20T12:00:00Z', 'America/Sao_Paulo'))).toBe(
    '2026-11-20T12:00:00.000Z',
  );
});

it('answers no time for an unknown zone', () => {
  expect(fromIso('2026-11-20 12:00:00', 'Terra/Media')).toBeNull();
  expect(fromIso('2026-11-20 12:00:00', '')).toBeNull();
});

it('reads numbers, and texts with numbers', () => {
  expect(iso(fromMilliseconds('1795173600252'))).toBe('2026-11-20T11:20:00.252Z');
  expect(iso(fromMilliseconds(1795173600252))).toBe('2026-11-20T11:20:00.252Z');
  expect(iso(fromSeconds(1795173602.837752))).toBe('2026-11-20T11:20:02.838Z');
  for (const valor of [0, -1, Number.NaN, 1e30, '', 'x', null, true, [], 1795173600]) {
    expect(fromMilliseconds(valor), String(valor)).toBeNull();
  }
  expect(fromSeconds(1795173600000)).toBeNull();
});

it('reads the compact form in the zone of the device', () => {
  expect(iso(fromCompact('20261120 081530252', 'America/Sao_Paulo'))).toBe(
    '2026-11-20T11:15:30.252Z',
  );
  expect(iso(fromCompact('20261120T081530', 'America/Sao_Paulo'))).toBe('2026-11-20T11:15:30.000Z');
  expect(fromCompact('20261320 081530252', 'America/Sao_Paulo')).toBeNull();
  expect(fromCompact(20261120, 'America/Sao_Paulo')).toBeNull();
});
