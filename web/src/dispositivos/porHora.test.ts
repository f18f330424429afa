import { expect, test } from 'vitest';
import { leiturasNestaHora, ultimasHoras } from './porHora.ts';

const agora = Date.parse('2026-11-20T22:47:00Z');
const hora = (quando: string, leituras: number) => ({
  hora: quando,
  leituras,
  ignoradas: 0,
  recusadas: 0,
});

test('the silent hours are there too, oldest first', () => {
  const horas = ultimasHoras([hora('2026-11-20T21:00:00.000Z', 7)], agora);
  expect(horas).toHaveLength(24);
  expect(horas[0]?.hora).toBe('2026-11-19T23:00:00.000Z');
  expect(horas.map(({ leituras }) => leituras).filter(Boolean)).toEqual([7]);
  expect(horas.at(-2)?.leituras).toBe(7);
});

test('an hour older than the day is left out', () => {
  const horas = ultimasHoras([hora('2026-11-19T22:00:00.000Z', 7)], agora);
  expect(horas.every(({ leituras }) => leituras === 0)).toBe(true);
});

test('readings are counted from the first minute of the hour on', () => {
  const horas = [hora('2026-11-20T21:00:00.000Z', 7), hora('2026-11-20T22:00:00.000Z', 3)];
  expect(leiturasNestaHora(horas, agora)).toBe(3);
  expect(leiturasNestaHora([], agora)).toBe(0);
});
