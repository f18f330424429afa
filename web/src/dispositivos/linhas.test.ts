import { expect, test } from 'vitest';
import { lista, pares } from './linhas.ts';

test('lines: blank ones and edges go', () => {
  expect(lista.ler(' 10.0.0.7 \n\n10.0.0.0/24\n')).toEqual(['10.0.0.7', '10.0.0.0/24']);
  expect(lista.ler('')).toEqual([]);
  expect(lista.escrever(['a', 'b'])).toBe('a\nb');
});

test('pairs: the first = parts them', () => {
  expect(pares.ler('cam-entrada = 1\n\ncam=saida=2')).toEqual({
    'cam-entrada': '1',
    cam: 'saida=2',
  });
  expect(pares.ler('sem valor')).toEqual({ 'sem valor': '' });
  expect(pares.ler('')).toEqual({});
  expect(pares.ler(pares.escrever({ a: '1', b: '2' }))).toEqual({ a: '1', b: '2' });
});
