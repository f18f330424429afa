import { expect, test } from 'vitest';
import { problemOf, retryAfter, unreachable } from './problem.ts';

const answer = (body: unknown, status: number, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

test('every field of the server’s error body is kept', async () => {
  const error = await problemOf(
    answer(
      {
        codigo: 'conflito',
        mensagem: 'Placa já cadastrada.',
        error: 'Placa já cadastrada.',
        campos: { placa: 'Placa já cadastrada.' },
        pedido: '7F3A-91C2',
      },
      409,
    ),
  );
  expect(error).toMatchObject({
    status: 409,
    codigo: 'conflito',
    mensagem: 'Placa já cadastrada.',
    campos: { placa: 'Placa já cadastrada.' },
    pedido: '7F3A-91C2',
  });
  expect(error.esperar).toBeUndefined();
});

test.each([
  ['only the error field', { error: 'Sem e-mail.' }, 'Sem e-mail.'],
  ['an empty body', '', 'Erro inesperado.'],
  ['a proxy page', '<html>502</html>', 'Erro inesperado.'],
  ['a list', [1], 'Erro inesperado.'],
  ['a number where a sentence belongs', { mensagem: 5 }, 'Erro inesperado.'],
])('%s', async (_name, body, mensagem) => {
  const error = await problemOf(answer(body, 502, { 'x-request-id': 'abc' }));
  expect(error).toMatchObject({ status: 502, mensagem, pedido: 'abc', campos: {} });
});

test('Retry-After is read as seconds or as a date', async () => {
  const error = await problemOf(answer({}, 429, { 'retry-after': '30' }));
  expect(error.esperar).toBe(30);
  expect(retryAfter('Thu, 01 Jan 2026 00:00:10 GMT', Date.UTC(2026, 0, 1))).toBe(10);
  expect(retryAfter('soon')).toBeUndefined();
  expect(retryAfter(null)).toBeUndefined();
});

test('a missing answer and a slow answer have different sentences', () => {
  expect(unreachable(new TypeError('fetch failed'))).toMatchObject({
    status: 0,
    codigo: 'sem-conexao',
    mensagem: 'Sem conexão com o servidor. Tente novamente.',
  });
  expect(unreachable(new DOMException('late', 'TimeoutError'))).toMatchObject({
    status: 0,
    codigo: 'tempo-esgotado',
  });
});
