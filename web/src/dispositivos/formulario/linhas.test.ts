import { expect, test } from 'vitest';
import { lista, pares } from './linhas.ts';

test('lines: blank lines and spaces around are dropped', () => {
  expect(lista.parse(' 10.0.0.7 \n\n10.0.0.0/24\n')).toEqual(['10.0.0.7', '10.0.0.0/24']);
  expect(lista.parse('')).toEqual([]);
  expect(lista.format(['a', 'b'])).toBe('a\nb');
});

test('pairs: the first = separates key and value', () => {
  expect(pares.parse('cam-entrada = 1\n\ncam=saida=2')).toEqual({
    'cam-entrada': '1',
    cam: 'saida=2',
  });
  expect(pares.parse('sem valor')).toEqual({ 'sem valor': '' });
  expect(pares.parse('')).toEqual({});
  expect(pares.parse(pares.format({ a: '1', b: '2' }))).toEqual({ a: '1', b: '2' });
});
