import { expect, test } from 'vitest';
import { formatApagados } from './apagados.ts';

test.each([
  [{ passagens: 1, fotos: 0, auditoria: 0 }, '1 passagem'],
  [{ passagens: 0, fotos: 2, auditoria: 1 }, '2 fotos e 1 registro da auditoria'],
  [
    { passagens: 50_000, fotos: 3, auditoria: 2 },
    '50.000 passagens, 3 fotos e 2 registros da auditoria',
  ],
])('%j is told as "%s"', (apagados, texto) => {
  expect(formatApagados(apagados)).toBe(texto);
});

test('a preview tells no more than it counted', () => {
  const apagados = { passagens: 10_001, fotos: 0, auditoria: 0 };
  expect(formatApagados(apagados, 10_000)).toBe('mais de 10.000 passagens');
});
