import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { bearerOf, getConta } from './guard.ts';

const buildRequest = (linhas: string[][], conta: unknown = null): FastifyRequest =>
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
  expect(bearerOf(buildRequest(linhas))).toBe(token);
});

it('contaOf throws 401 without a session', () => {
  const conta = { id: '1', sid: '2', email: 'a@b.cc', name: 'A', admin: false };
  expect(getConta(buildRequest([], conta))).toBe(conta);
  expect(() => getConta(buildRequest([]))).toThrow('Sua sessão expirou.');
});
