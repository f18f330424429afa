import { expect, it } from 'vitest';
import { PLANNED_EACH_TIME } from '../dialect.ts';
import { PreparedNames } from './preparedNames.ts';

const use = (nomes: PreparedNames, sql: string, vezes: number) =>
  Array.from({ length: vezes }, () => nomes.nameOf(sql)).at(-1);

it('a text has a name from its fourth run on, always the same one', () => {
  const nomes = new PreparedNames();
  expect(use(nomes, 'select 1', 3)).toBeUndefined();
  const nome = use(nomes, 'select 1', 1);
  expect(nome).toMatch(/^u\d+$/);
  expect(use(nomes, 'select 1', 5)).toBe(nome);
});

it('rare texts make room for others, and no two texts ever have one name', () => {
  const nomes = new PreparedNames();
  const repetidos = Array.from({ length: 100 }, (_, i) => use(nomes, `repetido ${i}`, 4));
  for (let i = 0; i < 2_000; i += 1) nomes.nameOf(`raro ${i}`);
  const novos = Array.from({ length: 100 }, (_, i) => use(nomes, `novo ${i}`, 4));
  expect(new Set([...repetidos, ...novos]).size).toBe(200);
  expect(use(nomes, 'repetido 7', 1)).toBe(repetidos[7]);
});

it('repeated texts are named up to a limit', () => {
  const nomes = new PreparedNames();
  for (let i = 0; i < 600; i += 1) use(nomes, `texto ${i}`, 4);
  expect(use(nomes, 'texto 599', 9)).toBeUndefined();
  expect(use(nomes, 'texto 1', 1)).toBeDefined();
});

it('a text that is planned for its values has no name', () => {
  const busca = `select ${PLANNED_EACH_TIME} id from passagens where id >= $1 limit $2`;
  expect(use(new PreparedNames(), busca, 9)).toBeUndefined();
});
