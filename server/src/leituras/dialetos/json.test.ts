import { expect, it, test } from 'vitest';
import {
  campo,
  confianca,
  decodificar,
  lerJson,
  lerObjeto,
  melhor,
  numero,
  texto,
} from './json.ts';
import { placaLida, veiculo } from './leitura.ts';

const fundo = (niveis: number): string => '['.repeat(niveis) + ']'.repeat(niveis);

it('reads 32 levels and no more', () => {
  expect(lerJson(fundo(32))).toBeInstanceOf(Array);
  expect(() => lerJson(fundo(33))).toThrow('O JSON da mensagem tem níveis demais.');
});

it('counts no bracket inside a text, whatever is escaped in it', () => {
  const textos = [
    '['.repeat(99),
    `"${'{'.repeat(99)}`,
    '\\"[\\\\',
    `${'\\'.repeat(7)}"${'['.repeat(99)}`,
  ];
  expect(lerJson(JSON.stringify(textos))).toEqual(textos);
});

test.each(['', 'x', '{', '[1]', '"a"', 'null', '{"a":1}}'])('%j is no object', (corpo) => {
  expect(() => lerObjeto(corpo)).toThrow(/^O corpo da mensagem não é um/);
});

it('takes UTF-8, with its mark, and nothing else', () => {
  expect(decodificar(Buffer.from('\ufeff{"é":1}'))).toBe('{"é":1}');
  expect(() => decodificar(Buffer.from('é', 'latin1'))).toThrow('não está em UTF-8');
});

it('sees own fields alone', () => {
  expect(campo({ a: { b: 1 } }, 'a', 'b')).toBe(1);
  expect(campo({}, 'constructor')).toBeUndefined();
  expect(campo({}, '__proto__', 'toString')).toBeUndefined();
  expect(campo([1], 'length')).toBeUndefined();
  expect(campo('abc', 'length')).toBeUndefined();
  expect(campo(lerJson('{"__proto__":{"plate":"ABC1D23"}}'), 'plate')).toBeUndefined();
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
  expect(texto(valor)).toBe(esperado);
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
  expect(numero(valor)).toBe(esperado);
});

it('puts a confidence on the scale of 0 to 1, or drops it', () => {
  expect([confianca(0.5), confianca('97', 100), confianca(255, 255)]).toEqual([0.5, 0.97, 1]);
  expect([confianca(1.1), confianca(-0.1), confianca(101, 100), confianca(null)]).toEqual(
    Array(4).fill(null),
  );
});

it('finds the item that its maker is surest of', () => {
  expect(melhor([{ score: 0.1 }, { score: '0.9' }, { score: 0.9, depois: true }])).toEqual({
    score: '0.9',
  });
  expect(melhor([{ confidence: 3 }, { confidence: 7 }])).toEqual({ confidence: 7 });
  expect(melhor([{ semNota: true }])).toEqual({ semNota: true });
  expect(melhor([])).toBeUndefined();
  expect(melhor('Fiat')).toBeUndefined();
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
  expect(placaLida(valor)).toBe(esperada);
});

it('knows of a vehicle what is said, and nothing where it is not', () => {
  expect(veiculo({ tipo: 'Car', marca: 'unknown', cor: ' silver ', modelo: 7 })).toEqual({
    tipo: 'Car',
    cor: 'silver',
    modelo: '7',
  });
  expect(veiculo({ tipo: 'Unknow', cor: null })).toBeNull();
});
