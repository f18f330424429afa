import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { post } from '../../../test/conta.ts';
import { until } from '../../../test/espera.ts';
import {
  buildFirebaseApp,
  type FirebaseProvider,
  MARCIA,
  type ProviderMood,
  signIn,
  startProvedor,
} from '../../../test/firebase.ts';

let provedor: FirebaseProvider;
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

const askForLink = (email: string) => post(teste, '/api/auth/newpassword', { email });

test('the provider is asked to mail the link, in Portuguese', async () => {
  const resposta = await askForLink(' Marcia@Unilavras.edu.br ');
  expect(resposta.statusCode).toBe(200);
  expect(resposta.json()).toEqual({ mensagem: 'Siga as instruções no seu e-mail' });
  await until(() => expect(provedor.recuperacoes).toHaveLength(1));
  expect(provedor.recuperacoes[0]).toEqual({
    caminho: '/v1/accounts:sendOobCode?key=chave-publica-do-projeto',
    corpo: { requestType: 'PASSWORD_RESET', email: MARCIA.email },
  });
});

test('known and unknown addresses get one answer, also when the provider distinguishes them', async () => {
  await signIn(teste, await provedor.mint());
  const conhecida = await askForLink(MARCIA.email);
  provedor.respostaRecuperacao = [400, '{"error":{"message":"EMAIL_NOT_FOUND"}}'];
  const desconhecida = await askForLink('ninguem@exemplo.br');
  expect(desconhecida.statusCode).toBe(conhecida.statusCode);
  expect(desconhecida.body).toBe(conhecida.body);
});

test.each(['fora', 'lixo', 'mudo', 'desvia', 'sem-fim'] as const satisfies ProviderMood[])(
  'a provider that does not answer (%s) changes neither the answer nor its time',
  async (humor) => {
    provedor.humor = humor;
    const inicio = performance.now();
    const resposta = await askForLink(MARCIA.email);
    expect(resposta.statusCode).toBe(200);
    expect(performance.now() - inicio).toBeLessThan(1_000);
  },
);

test('an address gets three letters an hour at most, and the answer does not show it', async () => {
  // Its own address: a letter of the previous test may still arrive.
  const email = 'joana@unilavras.edu.br';
  const listRecuperacoes = () =>
    provedor.recuperacoes.filter(({ corpo }) => Object(corpo).email === email);
  for (let i = 0; i < 5; i += 1) expect((await askForLink(email)).statusCode).toBe(200);
  await until(() => expect(listRecuperacoes()).toHaveLength(3));
  await new Promise((pronto) => setTimeout(pronto, 50));
  expect(listRecuperacoes()).toHaveLength(3);
});

test('a text that is not an e-mail is 400, without a request to the provider', async () => {
  const resposta = await askForLink('nada');
  expect(resposta.statusCode).toBe(400);
  expect(resposta.json().error).toBe('Email inválido.');
  expect(provedor.recuperacoes).toEqual([]);
});
