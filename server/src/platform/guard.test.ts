import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { bearerOf, contaOf } from './guard.ts';

const pedido = (linhas: string[][], conta: unknown = null): FastifyRequest =>
  ({
    conta,
    headers: Object.fromEntries(linhas.map(([nome = '', valor]) => [nome.toLowerCase(), valor])),
    raw: { rawHeaders: linhas.flat() },
  }) as never;

it.each([
  [[['Authorization', 'Bearer a.b-c_d']], 'a.b-c_d'],
  [[['authorization', 'bearer a.b']], 'a.b'],
  [[['Authorization', 'Bearer a b']], undefined],
  [[['Authorization', 'Basic a.b']], undefined],
  [[['X-Outro', 'Bearer a.b']], undefined],
  [
    [
      ['Authorization', 'Bearer a.b'],
      ['authorization', 'Bearer c.d'],
    ],
    undefined,
  ],
])('the bearer of %j is %j', (linhas, token) => {
  expect(bearerOf(pedido(linhas))).toBe(token);
});

it('where nobody is signed in there is no account to work with', () => {
  const conta = { id: '1', sid: '2', email: 'a@b.cc', name: 'A', admin: false };
  expect(contaOf(pedido([], conta))).toBe(conta);
  expect(() => contaOf(pedido([]))).toThrow('Sua sessão expirou.');
});
