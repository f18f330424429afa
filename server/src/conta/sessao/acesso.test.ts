import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { cookieOf, post, signInWith, tokenOf } from '../../../test/conta.ts';

const ENTRAR = '/api/auth/sign-in/email';
const CRIAR = '/api/auth/sign-up/email';
const TOKEN = '/api/auth/token';
const credenciais = { email: CONTA.email, password: CONTA.password };

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());

const listAcoes = async (): Promise<string[]> => {
  const linhas = await teste.db.selectFrom('auditoria').select('acao').orderBy('id').execute();
  return linhas.map(({ acao }) => acao);
};

describe('POST /api/auth/sign-in/email', () => {
  test('opens a session, with the e-mail in any case', async () => {
    const email = ` ${CONTA.email.toUpperCase()} `;
    const resposta = await post(teste, ENTRAR, { email, password: CONTA.password });
    expect(resposta.statusCode).toBe(200);
    expect(resposta.json().user).toMatchObject({
      email: CONTA.email,
      name: CONTA.name,
      admin: true,
    });
    expect(await signInWith(teste, tokenOf(resposta))).toBe(200);
    expect((await listAcoes()).at(-1)).toBe('entrar');
  });

  test('works for a script, which sends no Origin', async () => {
    const pedido = { method: 'POST', url: ENTRAR, payload: credenciais } as const;
    expect((await teste.app.inject(pedido)).statusCode).toBe(200);
  });

  test('the same 401 for a wrong password and an unknown e-mail, both audited', async () => {
    const antes = (await listAcoes()).length;
    const errada = await post(teste, ENTRAR, { ...credenciais, password: 'não é esta' });
    const ninguem = await post(teste, ENTRAR, { email: 'ninguem@x.br', password: 'não é esta' });
    for (const { statusCode, headers } of [errada, ninguem]) {
      expect(statusCode).toBe(401);
      expect(headers['set-cookie']).toBeUndefined();
    }
    const withoutPedido = (resposta: typeof errada) => ({ ...resposta.json(), pedido: '' });
    expect(withoutPedido(errada)).toEqual(withoutPedido(ninguem));
    expect(errada.json().mensagem).toBe('Credenciais inválidas.');
    expect((await listAcoes()).slice(antes)).toEqual(['entrada-recusada', 'entrada-recusada']);
  });

  test.each([
    ['', 'girassol', 'Email inválido.'],
    ['sem-arroba', '', 'Email inválido.'],
    [CONTA.email, '', 'Senha não pode estar em branco.'],
    [CONTA.email, '   ', 'Senha não pode estar em branco.'],
  ])('400 for %j and %j', async (email, password, frase) => {
    const resposta = await post(teste, ENTRAR, { email, password });
    expect(resposta.statusCode).toBe(400);
    expect(resposta.json().mensagem).toBe(frase);
  });

  test('a disabled account is refused like a wrong password', async () => {
    const criada = await post(teste, CRIAR, { ...CONTA, email: 'saiu@unilavras.edu.br' });
    const desabilitada_em = new Date().toISOString();
    await teste.db
      .updateTable('contas')
      .set({ desabilitada_em })
      .where('email', '=', 'saiu@unilavras.edu.br')
      .execute();
    const resposta = await post(teste, ENTRAR, { ...credenciais, email: 'saiu@unilavras.edu.br' });
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
      401,
      'Credenciais inválidas.',
    ]);
    expect(await signInWith(teste, tokenOf(criada))).toBe(401);
    expect((await post(teste, TOKEN, {}, { cookie: cookieOf(criada) })).statusCode).toBe(401);
  });

  test('403 from a page of another site', async () => {
    const publico = await buildTestApp({
      env: {
        PUBLIC_URL: 'https://park.exemplo.br',
        TRUST_PROXY: '192.0.2.1',
        SIGNUP_MODE: 'aberto',
      },
      account: false,
    });
    const host = 'park.exemplo.br';
    for (const headers of [
      { host, origin: 'https://mal.exemplo.br' },
      { host, origin: 'http://park.exemplo.br' },
      { host, origin: 'null' },
      { host, 'sec-fetch-site': 'cross-site' },
      { host, 'sec-fetch-site': 'same-site' },
    ]) {
      const pedido = { method: 'POST', url: CRIAR, payload: CONTA, headers } as const;
      expect((await publico.app.inject(pedido)).statusCode).toBe(403);
    }
    await publico.close();
  });
});

describe('POST /api/auth/newpassword', () => {
  test('answers known and unknown alike without mail', async () => {
    for (const email of [CONTA.email, 'ninguem@x.br']) {
      const resposta = await post(teste, '/api/auth/newpassword', { email });
      expect(resposta.statusCode).toBe(503);
      expect(resposta.json().error).toBe(
        'O envio de e-mails não está configurado. Procure a administração.',
      );
    }
    const invalido = await post(teste, '/api/auth/newpassword', { email: 'nada' });
    expect([invalido.statusCode, invalido.json().error]).toEqual([400, 'Email inválido.']);
  });
});
