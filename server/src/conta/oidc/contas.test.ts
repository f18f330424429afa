import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { cookieOf, post, signInWith, tokenOf } from '../../../test/conta.ts';
import { type ProvedorDeTeste, startProvedor } from '../../../test/oidc.ts';
import { createBrowser } from '../../../test/voltas.ts';

const RETORNOS = [
  'http://localhost/api/auth/oidc/retorno',
  'https://park.exemplo.br/api/auth/oidc/retorno',
];

let provedor: ProvedorDeTeste;
let teste: TestApp;
beforeAll(async () => {
  provedor = await startProvedor({ retornos: RETORNOS });
  teste = await buildTestApp({ env: provedor.env });
});
afterAll(async () => {
  await teste.close();
  await provedor.stop();
});

/** A person of the university with this name at the provider. */
const person = (nome: string, email = `${nome}@unilavras.edu.br`, email_verified = true) =>
  provedor.pessoas.set(nome, { email, email_verified, name: `${nome} da Silva` });

const findConta = (email: string, { db }: TestApp = teste) =>
  db.selectFrom('contas').selectAll().where('email', '=', email).executeTakeFirst();

const change = (email: string, campos: object, { db }: TestApp = teste) =>
  db.updateTable('contas').set(campos).where('email', '=', email).execute();

const signUp = (email: string, em: TestApp = teste) =>
  post(em, '/api/auth/sign-up/email', { ...CONTA, email });

const signIn = (email: string) =>
  post(teste, '/api/auth/sign-in/email', { email, password: CONTA.password });

describe('a person', () => {
  test('who is new enters, and again the next time', async () => {
    provedor.pessoas.set('ana', {
      email: 'Ana@Unilavras.edu.br',
      email_verified: true,
      name: 'Ana Lima',
    });
    const browser = createBrowser(teste);
    const parada = await browser.enter('ana');
    expect(parada).toMatchObject({ status: 302, destino: '/#entrar' });
    const resposta = await browser.token();
    const { user } = resposta.json();
    expect(user).toMatchObject({ email: 'ana@unilavras.edu.br', name: 'Ana Lima', admin: false });
    expect(await signInWith(teste, tokenOf(resposta))).toBe(200);
    expect(await findConta('ana@unilavras.edu.br')).toMatchObject({ email_verificado: 1 });

    // The address may change at the provider: the person is the same.
    person('ana', 'ana.lima@unilavras.edu.br');
    const outro = createBrowser(teste);
    expect((await outro.enter('ana')).destino).toBe('/#entrar');
    expect((await outro.token()).json().user.id).toBe(user.id);
    expect(await findConta('ana.lima@unilavras.edu.br')).toBeUndefined();
  });

  test('is audited with the way of signing in, and no data of the provider is stored', async () => {
    const atos = await teste.db
      .selectFrom('auditoria')
      .select(['acao', 'motivo'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(atos).toEqual([{ acao: 'entrar', motivo: 'oidc' }]);
    const texto = JSON.stringify([
      await teste.db.selectFrom('vinculos').selectAll().execute(),
      await teste.db.selectFrom('contas').selectAll().execute(),
    ]);
    expect(texto).toContain(`${provedor.url}|ana`);
    expect(texto).not.toMatch(/eyJ|accessToken":"|refreshToken":"|idToken":"/);
  });

  test.each([
    ['/veiculos/consultar?q=a b', '/#entrar&de=%2Fveiculos%2Fconsultar%3Fq%3Da%2520b'],
    ['/perfil', '/#entrar&de=%2Fperfil'],
    ['https://mal.exemplo.br/', '/#entrar'],
    ['//mal.exemplo.br', '/#entrar'],
    ['/\\mal.exemplo.br', '/#entrar'],
    ['/\t/mal.exemplo.br', '/#entrar'],
    ['/..//mal.exemplo.br', '/#entrar'],
    ['/.//mal.exemplo.br', '/#entrar'],
    ['javascript:alert(1)', '/#entrar'],
    ['perfil', '/#entrar'],
    ['/@mal.exemplo.br', '/#entrar&de=%2F%40mal.exemplo.br'],
    [`/${'x'.repeat(600)}`, '/#entrar'],
  ])('with the return path %j gets a page of ours, or none', async (de, destino) => {
    const pedido = de.includes(' ') ? encodeURI(de) : de;
    expect((await createBrowser(teste).enter('ana', pedido)).destino).toBe(destino);
  });

  test('is asked for the second factor, and has no session before', async () => {
    person('bruno');
    await createBrowser(teste).enter('bruno');
    const conta = await findConta('bruno@unilavras.edu.br');
    await teste.db
      .insertInto('totp')
      .values({ conta: conta?.id ?? '', segredo: 'x', confirmado_em: '2026-01-01T00:00:00.000Z' })
      .execute();
    const browser = createBrowser(teste);
    const parada = await browser.enter('bruno', '/perfil');
    expect(parada.destino).toBe('/#segundo-fator=totp&de=%2Fperfil');
    expect([...browser.nosso.keys()]).toEqual(['unipark.segundo-fator']);
    expect(parada.cookies.join()).toMatch(/unipark\.segundo-fator=[^;]+;.*SameSite=Strict/);
    expect((await browser.token()).statusCode).toBe(401);
  });

  test('of a disabled account is refused, linked or not', async () => {
    person('carla');
    await createBrowser(teste).enter('carla');
    await signUp('davi@unilavras.edu.br');
    person('davi');
    const desabilitada_em = new Date().toISOString();
    for (const nome of ['carla', 'davi']) {
      await change(`${nome}@unilavras.edu.br`, { desabilitada_em });
      const browser = createBrowser(teste);
      expect((await browser.enter(nome)).destino).toBe('/#erro=desabilitada');
      expect(browser.nosso.size).toBe(0);
    }
  });

  test.each([
    ['an address that was not proved', { email: 'x1@unilavras.edu.br', email_verified: false }],
    ['no email_verified', { email: 'x2@unilavras.edu.br' }],
    ['no address', { email_verified: true }],
    ['nonsense for an address', { email: 'a b', email_verified: true }],
    ['"true" for true', { email: 'x3@unilavras.edu.br', email_verified: 'true' as never }],
  ])('with %s is refused, and leaves no account', async (_nome, dados) => {
    provedor.pessoas.set('zeca', dados);
    const antes = await teste.db.selectFrom('contas').select('id').execute();
    expect((await createBrowser(teste).enter('zeca')).destino).toBe('/#erro=email');
    expect(await teste.db.selectFrom('contas').select('id').execute()).toHaveLength(antes.length);
  });

  test('without a printable name is named by the address', async () => {
    provedor.pessoas.set('rui', {
      email: 'rui.alves@unilavras.edu.br',
      email_verified: true,
      name: '\u0007',
    });
    const browser = createBrowser(teste);
    await browser.enter('rui');
    expect((await browser.token()).json().user.name).toBe('rui.alves');
  });

  test('whose provider gives the address only at userinfo enters too', async () => {
    const outro = await startProvedor({ retornos: RETORNOS, noToken: false });
    const app = await buildTestApp({ env: outro.env });
    outro.pessoas.set('ivo', { email: 'ivo@unilavras.edu.br', email_verified: true, name: 'Ivo' });
    const browser = createBrowser(app);
    expect((await browser.enter('ivo')).destino).toBe('/#entrar');
    expect((await browser.token()).json().user).toMatchObject({
      email: 'ivo@unilavras.edu.br',
      name: 'Ivo',
    });
    expect(outro.pedidos).toContain('/me');
    await app.close();
    await outro.stop();
  });
});

describe('an account of the same address', () => {
  test('with a proved address is linked, and keeps its password', async () => {
    await signUp('elisa@unilavras.edu.br');
    await change('elisa@unilavras.edu.br', { email_verificado: 1 });
    person('elisa');
    const browser = createBrowser(teste);
    expect((await browser.enter('elisa')).destino).toBe('/#entrar');
    expect((await browser.token()).json().user.email).toBe('elisa@unilavras.edu.br');
    expect((await signIn('elisa@unilavras.edu.br')).statusCode).toBe(200);
  });

  test('with an unproved address loses its password and its sessions', async () => {
    const alheia = await signUp('fabio@unilavras.edu.br');
    expect(await signInWith(teste, tokenOf(alheia))).toBe(200);
    person('fabio');
    const browser = createBrowser(teste);
    expect((await browser.enter('fabio')).destino).toBe('/#entrar');
    expect(await signInWith(teste, tokenOf(alheia))).toBe(401);
    const renovada = await post(teste, '/api/auth/token', {}, { cookie: cookieOf(alheia) });
    expect(renovada.statusCode).toBe(401);
    expect((await signIn('fabio@unilavras.edu.br')).statusCode).toBe(401);
    expect((await browser.token()).statusCode).toBe(200);
    expect(await findConta('fabio@unilavras.edu.br')).toMatchObject({ email_verificado: 1 });
  });

  test('with an unproved address loses the second factor of a stranger', async () => {
    await signUp('fatima@unilavras.edu.br');
    const { id } = (await findConta('fatima@unilavras.edu.br')) ?? expect.fail();
    const totp = { conta: id, segredo: 'x', confirmado_em: '2026-01-01T00:00:00.000Z' };
    await teste.db.insertInto('totp').values(totp).execute();
    expect((await signIn('fatima@unilavras.edu.br')).json().segundoFator).toEqual(['totp']);
    person('fatima');
    const browser = createBrowser(teste);
    expect((await browser.enter('fatima')).destino).toBe('/#entrar');
    expect((await browser.token()).statusCode).toBe(200);
  });

  test('is not changed when the provider does not confirm the address', async () => {
    const dela = await signUp('gilda@unilavras.edu.br');
    person('gilda', 'gilda@unilavras.edu.br', false);
    expect((await createBrowser(teste).enter('gilda')).destino).toBe('/#erro=email');
    expect(await signInWith(teste, tokenOf(dela))).toBe(200);
    expect((await signIn('gilda@unilavras.edu.br')).statusCode).toBe(200);
  });

  test('is not given to the next owner of the address', async () => {
    person('heitor-2020', 'heitor@unilavras.edu.br');
    await createBrowser(teste).enter('heitor-2020');
    person('heitor-2026', 'heitor@unilavras.edu.br');
    expect((await createBrowser(teste).enter('heitor-2026')).destino).toBe('/#erro=vinculada');
  });

  test('of an administrator keeps role and second factor', async () => {
    const conta = await findConta(CONTA.email);
    await teste.db
      .insertInto('totp')
      .values({ conta: conta?.id ?? '', segredo: 'x', confirmado_em: '2026-01-01T00:00:00.000Z' })
      .execute();
    person('marcia', CONTA.email);
    expect((await createBrowser(teste).enter('marcia')).destino).toBe('/#segundo-fator=totp');
    expect(await findConta(CONTA.email)).toMatchObject({ admin: 1 });
  });
});
