import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { entraCom, post, tokenDe } from '../../../test/conta.ts';
import { type ProvedorDeTeste, startProvedor } from '../../../test/oidc.ts';
import { createBrowser } from '../../../test/voltas.ts';

let provedor: ProvedorDeTeste;
let teste: TestApp;
beforeAll(async () => {
  provedor = await startProvedor({ retornos: ['http://localhost/api/auth/oidc/retorno'] });
  teste = await buildTestApp({ env: provedor.env });
});
afterAll(async () => {
  await teste.close();
  await provedor.stop();
});

test('a new person comes in by the institution alone', async () => {
  provedor.pessoas.set('ana', {
    email: 'Ana@Unilavras.edu.br',
    email_verified: true,
    name: 'Ana Lima',
  });
  const browser = createBrowser(teste);
  const parada = await browser.enter('ana', '/veiculos/consultar');
  expect(parada).toMatchObject({ status: 302, destino: '/#entrar&de=%2Fveiculos%2Fconsultar' });
  const resposta = await browser.token();
  expect(resposta.json().user).toMatchObject({
    email: 'ana@unilavras.edu.br',
    name: 'Ana Lima',
    admin: false,
  });
  expect(await entraCom(teste, tokenDe(resposta))).toBe(200);
});
