import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { createFirst, post, signInWith, tokenOf } from '../../../test/conta.ts';

const CRIAR = '/api/auth/sign-up/email';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());

const listAcoes = async (): Promise<string[]> => {
  const linhas = await teste.db.selectFrom('auditoria').select('acao').orderBy('id').execute();
  return linhas.map(({ acao }) => acao);
};

describe('POST /api/auth/sign-up/email', () => {
  test('answers token and user, signed in, the e-mail in lower case', async () => {
    const conta = {
      name: ' José  Ávila ',
      email: ' Jose@Unilavras.edu.br ',
      password: 'três cancelas',
    };
    const resposta = await post(teste, CRIAR, conta);
    expect(resposta.statusCode).toBe(200);
    expect(Object.keys(resposta.json()).sort()).toEqual(['sessao', 'token', 'user']);
    expect(resposta.json().user).toEqual({
      id: expect.any(String),
      email: 'jose@unilavras.edu.br',
      name: 'José  Ávila',
      picture: null,
      admin: false,
      lembrete: null,
    });
    expect(await signInWith(teste, tokenOf(resposta))).toBe(200);
    expect((await listAcoes()).slice(-2)).toEqual(['criar', 'entrar']);
  });

  test('409 when the e-mail has an account, in any case', async () => {
    const antes = await listAcoes();
    const email = CONTA.email.toUpperCase();
    const resposta = await post(teste, CRIAR, { ...CONTA, email, password: 'outra senha longa' });
    expect(resposta.statusCode).toBe(409);
    const texto = 'Este e-mail já tem uma conta.';
    expect(resposta.json()).toMatchObject({
      mensagem: texto,
      error: texto,
      campos: { email: texto },
    });
    expect(await listAcoes()).toEqual(antes);
  });

  test('400 names every wrong field', async () => {
    const resposta = await post(teste, CRIAR, { name: ' ', email: 'nada', password: 'curta' });
    expect(resposta.statusCode).toBe(400);
    expect(resposta.json().campos).toEqual({
      name: 'Informe o nome completo.',
      email: 'Email inválido.',
      password: 'A senha deve ter de 8 a 128 caracteres.',
    });
  });

  test.each([
    [{ ...CONTA, admin: true }, 'admin'],
    [{ ...CONTA, email: ['a@b.cc'] }, 'email'],
    [{ ...CONTA, password: { length: 9 } }, 'password'],
    [{ email: 'a@b.cc', password: 'girassol azul' }, 'name'],
  ])('400 for %j', async (corpo, campo) => {
    const resposta = await post(teste, CRIAR, corpo);
    expect(resposta.statusCode).toBe(400);
    expect(resposta.json().campos).toHaveProperty(campo);
  });

  test('one admin after 50 simultaneous first accounts', async () => {
    const vazio = await buildTestApp({ account: false });
    const contas = Array.from({ length: 50 }, (_, i) => ({
      name: `Pessoa ${i}`,
      email: `p${i}@unilavras.edu.br`,
      password: 'girassol azul',
    }));
    const respostas = await Promise.all(contas.map((conta) => post(vazio, CRIAR, conta)));
    const criadas = respostas.filter(({ statusCode }) => statusCode === 200);
    const recusadas = respostas.filter(({ statusCode }) => statusCode !== 200);
    expect(criadas.length).toBeGreaterThanOrEqual(30);
    expect(criadas.filter((criada) => criada.json().user.admin)).toHaveLength(1);
    for (const { statusCode, headers } of recusadas) {
      expect(statusCode).toBe(503);
      expect(headers['retry-after']).toBeDefined();
    }
    const guardadas = await vazio.db.selectFrom('contas').select('admin').execute();
    expect(guardadas).toHaveLength(criadas.length);
    expect(guardadas.filter(({ admin }) => admin === 1)).toHaveLength(1);
    await vazio.close();
  });

  test('one account after 20 simultaneous sign-ups with one e-mail', async () => {
    const conta = { ...CONTA, email: 'disputado@unilavras.edu.br' };
    const respostas = await Promise.all(
      Array.from({ length: 20 }, () => post(teste, CRIAR, conta)),
    );
    const estados = respostas.map(({ statusCode }) => statusCode).sort();
    expect(estados.filter((estado) => estado === 200)).toHaveLength(1);
    expect(estados.filter((estado) => estado === 409)).toHaveLength(19);
  });

  test('403 in the mode fechado, for the first account too', async () => {
    const fechado = await buildTestApp({ env: { SIGNUP_MODE: 'fechado' }, account: false });
    const resposta = await post(fechado, CRIAR, CONTA);
    expect(resposta.statusCode).toBe(403);
    expect(resposta.json().mensagem).toBe(
      'O cadastro é feito por convite. Fale com a administração.',
    );
    expect(await fechado.db.selectFrom('contas').selectAll().execute()).toEqual([]);
    await fechado.close();
  });
});

test('on an exposed server a visitor does not make the first account', async () => {
  const env = {
    PUBLIC_URL: 'https://park.exemplo.br',
    TRUST_PROXY: '192.0.2.1',
    SIGNUP_MODE: 'aberto',
  };
  const exposto = await buildTestApp({ env, account: false });
  const host = 'park.exemplo.br';
  const signUp = () =>
    exposto.app.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      payload: CONTA,
      headers: { host },
    });
  const recusada = await signUp();
  expect([recusada.statusCode, recusada.json().codigo]).toEqual([403, 'primeira-conta']);
  const instalacao = await exposto.app.inject({ url: '/api/instalacao', headers: { host } });
  expect(instalacao.json().semContas).toBe(false);
  await createFirst(exposto);
  const aceita = await signUp();
  expect([aceita.statusCode, aceita.json().user.admin]).toEqual([200, false]);
  await exposto.close();
});
