import { expect, test } from 'vitest';
import { BuscaUltimosVeiculos, formatCamera, SentidoInformado } from './passagem.ts';

test.each(['', ' ', '   ', ' a ', 'x'.repeat(201)])('a search for "%s" is refused', (q) => {
  expect(BuscaUltimosVeiculos.safeParse({ q }).success).toBe(false);
});

test('the term of a search is trimmed', () => {
  expect(BuscaUltimosVeiculos.parse({ q: '  rio ' })).toEqual({ q: 'rio' });
});

test.each([
  ['saída', 'saida'],
  ['saida', 'saida'],
  ['entrada', 'entrada'],
])('the direction "%s" is stored as "%s"', (dito, guardado) => {
  expect(SentidoInformado.parse(dito)).toBe(guardado);
});

test.each([
  ['1', 'Câmera 1'],
  ['Portão Sul', 'Portão Sul'],
])('camera %s is %s', (camera, nome) => {
  expect(formatCamera(camera)).toBe(nome);
});
