import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { post } from '../../../test/conta.ts';
import {
  buildFirebaseApp,
  entrar,
  type Humor,
  MARCIA,
  type Provedor,
  startProvedor,
} from '../../../test/firebase.ts';

let provedor: Provedor;
let teste: TestApp;

beforeAll(async () => {
  provedor = await startProvedor();
});
afterAll(() => provedor.close());
beforeEach(async () => {
  provedor.recuperacoes = [];
  provedor.respostaRecuperacao = [200, '{}'];
  teste = await buildFirebaseApp(provedor);
});
afterEach(async () => {
  provedor.humor = 'bom';
  await teste.close();
});

const pedir = (email: string) => post(teste, '/api/auth/newpassword', { email });

test('the provider is asked to mail the link, in Portuguese', async () => {
  const resposta = await pedir(' Marcia@Unilavras.edu.br ');
  expect(resposta.statusCode).toBe(200);
  expect(resposta.json()).toEqual({ mensagem: 'Siga as instruções no seu e-mail' });
  await vi.waitFor(() => expect(provedor.recuperacoes).toHaveLength(1));
  expect(provedor.recuperacoes[0]).toEqual({
    caminho: '/v1/accounts:sendOobCode?key=chave-publica-do-projeto',
    corpo: { requestType: 'PASSWORD_RESET', email: MARCIA.email },
  });
});

test('known and unknown are answered alike, also when the provider tells them apart', async () => {
  await entrar(teste, await provedor.mint());
  const conhecida = await pedir(MARCIA.email);
  provedor.respostaRecuperacao = [400, '{"error":{"message":"EMAIL_NOT_FOUND"}}'];
  const desconhecida = await pedir('ninguem@exemplo.br');
  expect(desconhecida.statusCode).toBe(conhecida.statusCode);
  expect(desconhecida.body).toBe(conhecida.body);
});

test.each(['fora', 'lixo', 'mudo', 'desvia', 'sem-fim'] as const satisfies Humor[])(
  'a provider that is away (%s) changes nothing of the answer, nor of its time',
  async (humor) => {
    provedor.humor = humor;
    const inicio = performance.now();
    const resposta = await pedir(MARCIA.email);
    expect(resposta.statusCode).toBe(200);
    expect(performance.now() - inicio).toBeLessThan(1_000);
  },
);

test('nobody is written to more than three times an hour, and nobody can tell', async () => {
  for (let i = 0; i < 5; i += 1) expect((await pedir(MARCIA.email)).statusCode).toBe(200);
  await vi.waitFor(() => expect(provedor.recuperacoes).toHaveLength(3));
  await new Promise((pronto) => setTimeout(pronto, 50));
  expect(provedor.recuperacoes).toHaveLength(3);
});

test('what is no e-mail is 400, and is asked of nobody', async () => {
  const resposta = await pedir('nada');
  expect(resposta.statusCode).toBe(400);
  expect(resposta.json().error).toBe('Email inválido.');
  expect(provedor.recuperacoes).toEqual([]);
});
