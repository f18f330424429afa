import { expect, it } from 'vitest';
import { repeatedKey } from './jsonKeys.ts';

it.each<[string, string | undefined]>([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"a\\"b":1,"a\\u0022b":2}', 'a"b'],
  ['{"\\\\":1,"\\u005c":2}', '\\'],
  ['{"":1,"":2}', ''],
  ['{"a" \n : 1, "b":{"c":1, "c"\t:2}}', 'c'],
  ['[{"a":1},{"a":1,"b":[{"x":1,"x":1}]}]', 'x'],
  ['{"a":{"b":1},"b":1,"a":3}', 'a'],
  ['{"constructor":1,"constructor":2}', 'constructor'],
  ['{"a":1,"A":2}', undefined],
  ['{"a":{"a":{"a":1}}}', undefined],
  ['[{"a":1},{"a":1}]', undefined],
  ['{"a":"{\\"a\\":1}","b":"a\\\\"}', undefined],
  ['{"a":"a","b":["a","a",{"a":"a"}],"c":"\\\\\\"a"}', undefined],
  ['"a"', undefined],
  ['null', undefined],
  ['[]', undefined],
])('%s', (texto, repetida) => {
  expect(() => JSON.parse(texto)).not.toThrow();
  expect(repeatedKey(texto)).toBe(repetida);
});

it('the time grows linearly with the text, for any content', () => {
  const aspas = JSON.stringify({ a: '"\\'.repeat(2_000_000), b: 1 });
  const fundo = '['.repeat(30_000) + ']'.repeat(30_000);
  const foto = JSON.stringify({ placa: 'ABC1D23', imagem: 'A'.repeat(9_000_000) });
  for (const texto of [aspas, fundo, foto]) {
    const inicio = performance.now();
    expect(repeatedKey(texto)).toBeUndefined();
    expect(performance.now() - inicio).toBeLessThan(1_000);
  }
});
