import { describe, expect, test } from 'vitest';
import { byLabel, matching, sameLabel } from './labels.ts';

const MODELOS = [
  'Bruno 2.0',
  'UNO CS IE 1.5',
  'UNO MILLE 1.0 Fire/ F.Flex/ ECONOMY 4p',
  'Palio 1.0 Uno',
  'Bravo',
  'UNO',
  'Fiorino Unologic 1.0',
  'Citroën C3',
].map((label, i) => ({ label, value: String(i) }));
const listNomes = (typed: string) => matching(MODELOS, typed).map(({ label }) => label);

describe('matching', () => {
  test.each([
    ['uno 1.0 mille', ['UNO MILLE 1.0 Fire/ F.Flex/ ECONOMY 4p']],
    ['MILLE  uno', ['UNO MILLE 1.0 Fire/ F.Flex/ ECONOMY 4p']],
    ['citroen', ['Citroën C3']],
    ['CITROËN', ['Citroën C3']],
    ['gurgel', []],
    ['uno gurgel', []],
  ])('%j', (typed, labels) => expect(listNomes(typed)).toEqual(labels));

  test('the exact text first, then labels that begin with it, then whole words, then parts', () => {
    expect(listNomes('uno')).toEqual([
      'UNO',
      'UNO CS IE 1.5',
      'UNO MILLE 1.0 Fire/ F.Flex/ ECONOMY 4p',
      'Palio 1.0 Uno',
      'Fiorino Unologic 1.0',
      'Bruno 2.0',
    ]);
    expect(listNomes('ra').at(-1)).toBe('Bravo');
  });

  test('without typed text the list is unchanged; a code is not a label', () => {
    expect(matching(MODELOS, '  ')).toBe(MODELOS);
    expect(listNomes('6')).toEqual([]);
  });
});

describe('byLabel', () => {
  const marcas = [
    { label: 'FIAT', value: 'a' },
    { label: 'Fiat', value: 'b' },
    { label: 'GM - Chevrolet', value: 'c' },
    { label: 'Citroën', value: 'd' },
  ];
  test.each([
    ['Fiat', 'b'],
    ['fiat', 'a'],
    [' gm -  chevrolet ', 'c'],
    ['CITROEN', 'd'],
    ['Fia', undefined],
    ['', undefined],
    ['  ', undefined],
  ])('%j → %s', (text, value) => expect(byLabel(marcas, text)?.value).toBe(value));
});

test.each([
  ['Fiat', 'FIAT ', true],
  ['Citroën  C3', 'citroen c3', true],
  ['Fiat', 'Fiat Uno', false],
  ['', 'Fiat', false],
])('sameLabel %j %j %s', (one, other, same) => expect(sameLabel(one, other)).toBe(same));
