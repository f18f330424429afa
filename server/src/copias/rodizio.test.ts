import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pickKept, removeOld } from './rodizio.ts';

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

/** Works as a user that may not remove what others own; root may. */
async function asUser(work: () => Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(NINGUEM);
  try {
    await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
const NINGUEM = 65_534;

it('one that cannot be removed is named, and the others are removed', async () => {
  const copias = mkdtempSync(join(tmpdir(), 'unipark-rodizio-'));
  if (process.geteuid?.() === 0) chownSync(copias, NINGUEM, NINGUEM);
  const hora = (minutos: number): string => `2026-08-02T10-${minutos}-00-000Z`;
  const [mantida, presa, velha] = [hora(50), hora(40), hora(30)];
  try {
    await asUser(async () => {
      for (const nome of [mantida, presa, velha]) mkdirSync(join(copias, nome));
      writeFileSync(join(copias, presa, 'unipark.db'), '');
      chmodSync(join(copias, presa), 0o500);
      await expect(removeOld(copias)).rejects.toThrow(`as antigas: ${presa} (EACCES). Confira`);
    });
    expect(readdirSync(copias)).toEqual([presa, mantida]);
  } finally {
    chmodSync(join(copias, presa), 0o700);
    rmSync(copias, { recursive: true, force: true });
  }
});
