import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ifMatch, readList, readOptions, readPage, SEM_VERSAO } from './list.ts';

const Dono = z.object({ matricula: z.string(), nome: z.string() });
const ana = { matricula: '007', nome: 'Ana' };
const bia = { matricula: '008', nome: 'Bia' };
const INVALID = 'Dados inválidos recebidos da API.';

describe('readList', () => {
  test.each([
    ['bare array, bare items', [ana, bia]],
    ['bare array, wrapped items', [{ label: 'Ana', value: ana }, { value: bia }]],
    ['data, bare items', { data: [ana, bia] }],
    ['data, mixed items', { data: [ana, { value: bia }] }],
  ])('%s', (_name, body) => {
    expect(readList(body, Dono, 'matricula')).toEqual([ana, bia]);
  });

  test('an empty list is a list', () => {
    expect(readList([], Dono, 'matricula')).toEqual([]);
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['an object', { proprietarios: [ana] }],
    ['text', '<html>'],
    ['an item without its key', [{ nome: 'Ana' }]],
    ['an item with a blank key', [{ matricula: '', nome: 'Ana' }]],
    ['an empty item', [ana, null]],
    ['data that is not a list', { data: ana }],
  ])('%s is refused', (_name, body) => {
    expect(() => readList(body, Dono, 'matricula')).toThrow(INVALID);
  });
});

test('an edit sends the versao of its record, or none', () => {
  expect(ifMatch(3)).toEqual({ 'if-match': '"3"' });
  expect(ifMatch(SEM_VERSAO)).toEqual({});
});

test('readOptions keeps the label and checks the value', () => {
  const body = [{ label: 'Ana - 007', value: ana }];
  expect(readOptions(body, Dono)).toEqual(body);
  expect(() => readOptions([{ value: ana }], Dono)).toThrow(INVALID);
  expect(() => readOptions([{ label: 'x', value: 1 }], Dono)).toThrow(INVALID);
});

describe('readPage', () => {
  const page = (headers: Record<string, string>) =>
    readPage({ data: [ana], headers: new Headers(headers) }, Dono, 'matricula');

  test('cursors, total and ceiling come from the headers', () => {
    const link =
      '</db/proprietarios?limite=1&apos=a%2Bb>; rel="next", </db/proprietarios?antes=x>; rel="prev"';
    expect(page({ link, 'x-total-count': '10000', 'x-total-count-mais': '1' })).toEqual({
      items: [ana],
      total: 10_000,
      mais: true,
      next: 'a+b',
      previous: 'x',
    });
  });

  test('without headers it is the whole list', () => {
    expect(page({})).toEqual({ items: [ana], total: 1, mais: false });
  });
});
