import { expect, it, test } from 'vitest';
import {
  decodeText,
  findCampo,
  parseJson,
  parseObjeto,
  pickBest,
  toConfianca,
  toNumero,
  toTexto,
} from './json.ts';
import { toPlaca, toVeiculo } from './leitura.ts';

const nest = (niveis: number): string => '['.repeat(niveis) + ']'.repeat(niveis);

it('reads 32 levels and no more', () => {
  expect(parseJson(nest(32))).toBeInstanceOf(Array);
  expect(() => parseJson(nest(33))).toThrow('O JSON da mensagem tem níveis demais.');
});

it('counts no bracket inside a text, with any escapes in it', () => {
  const textos = [
    '['.repeat(99),
    `"${'{'.repeat(99)}`,
    '\\"[\\\\',
    `${'\\'.repeat(7)}"${'['.repeat(99)}`,
  ];
  expect(parseJson(JSON.stringify(textos))).toEqual(textos);
});

test.each(['', 'x', '{', '[1]', '"a"', 'null', '{"a":1}}'])('%j is not an object', (corpo) => {
  expect(() => parseObjeto(corpo)).toThrow(/^O corpo da mensagem não é um/);
});

it('accepts UTF-8, with or without its mark, and nothing else', () => {
  expect(decodeText(Buffer.from('\ufeff{"é":1}'))).toBe('{"é":1}');
  expect(() => decodeText(Buffer.from('é', 'latin1'))).toThrow('não está em UTF-8');
});

it('sees only own fields', () => {
  expect(findCampo({ a: { b: 1 } }, 'a', 'b')).toBe(1);
  expect(findCampo({}, 'constructor')).toBeUndefined();
  expect(findCampo({}, '__proto__', 'toString')).toBeUndefined();
  expect(findCampo([1], 'length')).toBeUndefined();
  expect(findCampo('abc', 'length')).toBeUndefined();
  expect(findCampo(parseJson('{"__proto__":{"plate":"ABC1D23"}}'), 'plate')).toBeUndefined();
});

test.each([
  ['  a\u0000b\u202e c  ', 'a b  c'],
  ['\ud800', null],
  ['   ', null],
  [12.5, '12.5'],
  [Number.NaN, null],
  [true, null],
  [['a'], null],
  ['a'.repeat(300), 'a'.repeat(200)],
])('text of %j', (valor, esperado) => {
  expect(toTexto(valor)).toBe(esperado);
});

test.each([
  [1, 1],
  ['0.719', 0.719],
  [' 7 ', 7],
  ['', null],
  ['1e999', null],
  ['0x', null],
  [Number.POSITIVE_INFINITY, null],
  [null, null],
  [true, null],
  [[5], null],
])('number of %j', (valor, esperado) => {
  expect(toNumero(valor)).toBe(esperado);
});

it('puts a confidence on the scale of 0 to 1, or drops it', () => {
  expect([toConfianca(0.5), toConfianca('97', 100), toConfianca(255, 255)]).toEqual([0.5, 0.97, 1]);
  expect([toConfianca(1.1), toConfianca(-0.1), toConfianca(101, 100), toConfianca(null)]).toEqual(
    Array(4).fill(null),
  );
});

it('finds the item with the highest confidence', () => {
  expect(pickBest([{ score: 0.1 }, { score: '0.9' }, { score: 0.9, depois: true }])).toEqual({
    score: '0.9',
  });
  expect(pickBest([{ confidence: 3 }, { confidence: 7 }])).toEqual({ confidence: 7 });
  expect(pickBest([{ semNota: true }])).toEqual({ semNota: true });
  expect(pickBest([])).toBeUndefined();
  expect(pickBest('Fiat')).toBeUndefined();
});

test.each([
  ['abc-1234', 'abc-1234'],
  ['ABC\n1D23', 'ABC 1D23'],
  [1234567, '1234567'],
  ['No_Plate', ''],
  ['Unknow', ''],
  ['--- ', ''],
  [null, ''],
  [{}, ''],
])('plate of %j', (valor, esperada) => {
  expect(toPlaca(valor)).toBe(esperada);
});

it('describes a vehicle with the sent fields only, and null without any', () => {
  expect(toVeiculo({ tipo: 'Car', marca: 'unknown', cor: ' silver ', modelo: 7 })).toEqual({
    tipo: 'Car',
    cor: 'silver',
    modelo: '7',
  });
  expect(toVeiculo({ tipo: 'Unknow', cor: null })).toBeNull();
});
