import { expect, test } from 'vitest';
import { changeListState, readListState } from './urlState.ts';

const params = (text: string) => new URLSearchParams(text);

test('reads the known parameters alone', () => {
  expect(readListState(params('q=gol&status=ATIVO&limite=50&outro=1'), ['status', 'cor'])).toEqual({
    q: 'gol',
    ordem: '',
    limite: 50,
    apos: '',
    antes: '',
    inicio: undefined,
    filtros: { status: 'ATIVO', cor: '' },
  });
  expect(readListState(params('limite=7'), []).limite).toBe(25);
});

test('a new search returns to the first page and keeps the rest', () => {
  const next = changeListState(params('q=gol&apos=abc&status=ATIVO&limite=50'), { q: 'uno' });
  expect(next.toString()).toBe('q=uno&status=ATIVO&limite=50');
});

test('turning the page keeps the search; empty values are removed from the address', () => {
  expect(changeListState(params('q=gol'), { apos: 'abc' }).toString()).toBe('q=gol&apos=abc');
  expect(changeListState(params('q=gol&antes=x'), { apos: 'y' }).toString()).toBe('q=gol&apos=y');
  const turned = changeListState(params('q=gol'), { apos: 'abc', inicio: 26 });
  expect(turned.toString()).toBe('q=gol&apos=abc&inicio=26');
  expect(readListState(turned, []).inicio).toBe(26);
  expect(readListState(params('inicio=-3'), []).inicio).toBeUndefined();
  expect(changeListState(turned, { q: 'uno' }).toString()).toBe('q=uno');
  const cleared = changeListState(params('q=gol&status=ATIVO'), { q: '', filtros: { status: '' } });
  expect(cleared.toString()).toBe('');
  expect(changeListState(params('limite=50'), { limite: 25 }).toString()).toBe('');
});
