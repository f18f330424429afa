import { Instalacao } from '@unipark/contract/conta';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../test/app.ts';
import { post } from '../../test/conta.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp({ account: false, env: { CONTATO_TELEFONE: '(35) 3694-8100' } });
});
afterAll(() => teste.close());

test('GET /api/instalacao: what anonymous visitors may know, and no more', async () => {
  const antes = await teste.app.inject('/api/instalacao');
  expect(antes.statusCode).toBe(200);
  expect(Instalacao.parse(antes.json())).toEqual(antes.json());
  expect(antes.json()).toMatchObject({
    semContas: true,
    cadastro: 'aberto',
    recuperacaoPorEmail: false,
    demonstracao: null,
    contato: { telefone: '(35) 3694-8100', email: null },
  });
  await post(teste, '/api/auth/sign-up/email', CONTA);
  expect((await teste.app.inject('/api/instalacao')).json()).toMatchObject({ semContas: false });
});
