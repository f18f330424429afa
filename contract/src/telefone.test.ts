import { expect, test } from 'vitest';
import { formatTelefone, parseTelefone, TelefoneOpcional } from './telefone.ts';

test.each([
  ['(35) 99123-4567', '35991234567', '(35) 99123-4567'],
  ['35 3694.8100', '3536948100', '(35) 3694-8100'],
  ['035 99123 4567', '35991234567', '(35) 99123-4567'],
  ['+55 35 99123-4567', '35991234567', '(35) 99123-4567'],
  ['0800 123 4567', '08001234567', '08001234567'],
  ['+351 912 345 678', '+351912345678', '+351912345678'],
])('%s is stored as %s and shown as %s', (texto, guardado, mostrado) => {
  expect(parseTelefone(texto)).toBe(guardado);
  expect(formatTelefone(guardado)).toBe(mostrado);
  // A number that was stored before can be sent again.
  expect(parseTelefone(mostrado)).toBe(guardado);
});

test.each([
  '99123-4567',
  '3694-8100',
  '(35) 9123',
  'ramal 12',
  '35991234567890123',
  '+55 99123',
  '10 99123-4567',
])('%s is refused with a sentence', (texto) => {
  expect(parseTelefone(texto)).toBeUndefined();
  expect(TelefoneOpcional.safeParse(texto).error?.issues[0]?.message).toBe(
    'Telefone: informe DDD e número, como (35) 99123-4567.',
  );
});

test.each([null, '', '  '])('%j is no telephone', (valor) => {
  expect(TelefoneOpcional.parse(valor)).toBeNull();
});
