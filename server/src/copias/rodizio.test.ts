import { expect, it } from 'vitest';
import { pickKept } from './rodizio.ts';

const HORA_MS = 3_600_000;
const AGORA = Date.UTC(2026, 10, 23, 12, 30);

/** One name an hour for so many hours, the newest first. */
const listHourly = (horas: number): string[] =>
  Array.from({ length: horas }, (_, i) =>
    new Date(AGORA - i * HORA_MS).toISOString().replaceAll(/[:.]/g, '-'),
  );

it('keeps the newest of 24 hours, 14 days and 8 weeks', () => {
  const nomes = listHourly(24 * 100);
  const mantidas = [...pickKept(nomes, AGORA)];
  expect(mantidas.slice(0, 24)).toEqual(nomes.slice(0, 24));
  const dias = new Set(mantidas.map((nome) => nome.slice(0, 10)));
  expect([...dias].filter((dia) => dia > '2026-11-09')).toHaveLength(14);
  // The last hour of each Sunday before.
  expect(mantidas.slice(-2)).toEqual(['2026-10-18T23-30-00-000Z', '2026-10-11T23-30-00-000Z']);
  expect(mantidas.length).toBeLessThan(24 + 14 + 8);
});

it('keeps few and irregular ones', () => {
  const nomes = [
    '2026-11-23T12-30-00-000Z',
    '2026-11-23T12-10-00-000Z',
    '2026-08-01T00-00-00-000Z',
  ];
  expect([...pickKept(nomes, AGORA)]).toEqual([nomes[0], nomes[2]]);
  expect(pickKept([], AGORA).size).toBe(0);
});

it('those of a clock that was ten weeks ahead take no place of the present ones', () => {
  const nomes = listHourly(24 * 70 + 30);
  const agora = AGORA - 24 * 70 * HORA_MS;
  const mantidas = pickKept(nomes, agora);
  expect(nomes.slice(24 * 70, 24 * 70 + 24).every((nome) => mantidas.has(nome))).toBe(true);
});
