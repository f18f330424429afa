/** Letters that tell an owner what was done to the account. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { activateTotp } from '../../../test/segundoFator.ts';

const COM_CORREIO = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'UNIPARK <unipark@unilavras.edu.br>',
};
const AGENTE = 'Mozilla/5.0 (compre já em http://exemplo.invalid)';

let teste: TestApp;
beforeEach(async () => {
  teste = await buildTestApp({ env: COM_CORREIO });
});
afterEach(() => teste.close());

const listCartas = async (): Promise<string[]> =>
  (
    await teste.db
      .selectFrom('correio')
      .select(['assunto', 'para', 'texto'])
      .orderBy('id')
      .execute()
  )
    .filter(({ para }) => para === CONTA.email)
    .map(({ assunto, texto }) => {
      expect(texto).not.toContain('exemplo.invalid');
      expect(texto).toContain('http://localhost/perfil');
      return assunto;
    });

/** Signs in as a browser with these cookies; answers its cookies. */
async function signIn(cookie = ''): Promise<string> {
  const { email, password } = CONTA;
  const resposta = await teste.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email, password },
    headers: { cookie, 'user-agent': AGENTE },
  });
  expect(resposta.statusCode).toBe(200);
  return resposta.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

it('a sign-in in a browser that never opened the account is told, one in a known browser is not', async () => {
  expect(await listCartas()).toEqual([]);
  const cookie = await signIn();
  expect(await listCartas()).toEqual(['UNIPARK: entrada em um navegador novo']);
  await signIn(cookie);
  expect(await listCartas()).toHaveLength(1);
  await signIn();
  expect(await listCartas()).toHaveLength(2);
});

it('a removed second factor is told', async () => {
  await activateTotp(teste);
  expect(await listCartas()).toEqual([]);
  const resposta = await teste.request({
    method: 'POST',
    url: '/api/perfil/totp/desligar',
    payload: { senha: CONTA.password },
  });
  expect(resposta.statusCode).toBe(204);
  expect(await listCartas()).toEqual(['UNIPARK: um segundo fator foi desligado']);
});
