import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { cookieDe, entraCom, post, tokenDe } from '../../../test/conta.ts';
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

/** Somebody of the university, known there by this name. */
const person = (nome: string, email = `${nome}@unilavras.edu.br`, email_verified = true) =>
  provedor.pessoas.set(nome, { email, email_verified, name: `${nome} da Silva` });

const contaDe = (email: string, { db }: TestApp = teste) =>
  db.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirst();

const change = (email: string, campos: object, { db }: TestApp = teste) =>
  db.updateTable('user').set(campos).where('email', '=', email).execute();

const signUp = (email: string, em: TestApp = teste) =>
  post(em, '/api/auth/sign-up/email', { ...CONTA, email });

const signIn = (email: string) =>
  post(teste, '/api/auth/sign-in/email', { email, password: CONTA.password });

describe('a person', () => {
  test('whom nobody knew comes in, and the same one the next time', async () => {
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
    expect(await entraCom(teste, tokenDe(resposta))).toBe(200);
    expect(await contaDe('ana@unilavras.edu.br')).toMatchObject({ emailVerified: 1 });

    // The address may change there: the person is the same.
    person('ana', 'ana.lima@unilavras.edu.br');
    const outro = createBrowser(teste);
    expect((await outro.enter('ana')).destino).toBe('/#entrar');
    expect((await outro.token()).json().user.id).toBe(user.id);
    expect(await contaDe('ana.lima@unilavras.edu.br')).toBeUndefined();
  });

  test('is on record with how they came in, and nothing of the provider is kept', async () => {
    const atos = await teste.db
      .selectFrom('auditoria')
      .select(['acao', 'motivo'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(atos).toEqual([{ acao: 'entrar', motivo: 'oidc' }]);
    const contas = await teste.db.selectFrom('account').selectAll().execute();
    const texto = JSON.stringify(contas);
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
  ])('comes back to %j as our own page, or to none', async (de, destino) => {
    const pedido = de.includes(' ') ? encodeURI(de) : de;
    expect((await createBrowser(teste).enter('ana', pedido)).destino).toBe(destino);
  });

  test('is asked for the second factor, and has no session before it', async () => {
    person('bruno');
    await createBrowser(teste).enter('bruno');
    const conta = await contaDe('bruno@unilavras.edu.br');
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
    const desabilitadoEm = new Date().toISOString();
    for (const nome of ['carla', 'davi']) {
      await change(`${nome}@unilavras.edu.br`, { desabilitadoEm });
      const browser = createBrowser(teste);
      expect((await browser.enter(nome)).destino).toBe('/#erro=desabilitada');
      expect(browser.nosso.size).toBe(0);
    }
  });

  test.each([
    ['an address nobody proved', { email: 'x1@unilavras.edu.br', email_verified: false }],
    ['no word about the address', { email: 'x2@unilavras.edu.br' }],
    ['no address', { email_verified: true }],
    ['nonsense for an address', { email: 'a b', email_verified: true }],
    ['"true" for true', { email: 'x3@unilavras.edu.br', email_verified: 'true' as never }],
  ])('with %s is refused, and leaves no account', async (_nome, dados) => {
    provedor.pessoas.set('zeca', dados);
    const antes = await teste.db.selectFrom('user').select('id').execute();
    expect((await createBrowser(teste).enter('zeca')).destino).toBe('/#erro=email');
    expect(await teste.db.selectFrom('user').select('id').execute()).toHaveLength(antes.length);
  });

  test('without a name that can be shown goes by the address', async () => {
    provedor.pessoas.set('rui', {
      email: 'rui.alves@unilavras.edu.br',
      email_verified: true,
      name: '\u0007',
    });
    const browser = createBrowser(teste);
    await browser.enter('rui');
    expect((await browser.token()).json().user.name).toBe('rui.alves');
  });

  test('whose provider tells the address at userinfo alone comes in too', async () => {
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
  test('whose address is proved is linked, and its password goes on', async () => {
    await signUp('elisa@unilavras.edu.br');
    await change('elisa@unilavras.edu.br', { emailVerified: 1 });
    person('elisa');
    const browser = createBrowser(teste);
    expect((await browser.enter('elisa')).destino).toBe('/#entrar');
    expect((await browser.token()).json().user.email).toBe('elisa@unilavras.edu.br');
    expect((await signIn('elisa@unilavras.edu.br')).statusCode).toBe(200);
  });

  test('whose address nobody proved loses its password and its sessions', async () => {
    const alheia = await signUp('fabio@unilavras.edu.br');
    expect(await entraCom(teste, tokenDe(alheia))).toBe(200);
    person('fabio');
    const browser = createBrowser(teste);
    expect((await browser.enter('fabio')).destino).toBe('/#entrar');
    expect(await entraCom(teste, tokenDe(alheia))).toBe(401);
    const renovada = await post(teste, '/api/auth/token', {}, { cookie: cookieDe(alheia) });
    expect(renovada.statusCode).toBe(401);
    expect((await signIn('fabio@unilavras.edu.br')).statusCode).toBe(401);
    expect((await browser.token()).statusCode).toBe(200);
    expect(await contaDe('fabio@unilavras.edu.br')).toMatchObject({ emailVerified: 1 });
  });

  test('is not touched by an address that the provider does not vouch for', async () => {
    const dela = await signUp('gilda@unilavras.edu.br');
    person('gilda', 'gilda@unilavras.edu.br', false);
    expect((await createBrowser(teste).enter('gilda')).destino).toBe('/#erro=email');
    expect(await entraCom(teste, tokenDe(dela))).toBe(200);
    expect((await signIn('gilda@unilavras.edu.br')).statusCode).toBe(200);
  });

  test('goes not to whom the institution gave the address next', async () => {
    person('heitor-2020', 'heitor@unilavras.edu.br');
    await createBrowser(teste).enter('heitor-2020');
    person('heitor-2026', 'heitor@unilavras.edu.br');
    expect((await createBrowser(teste).enter('heitor-2026')).destino).toBe('/#erro=vinculada');
  });

  test('that administers stays so, second factor and all', async () => {
    const conta = await contaDe(CONTA.email);
    await teste.db
      .insertInto('totp')
      .values({ conta: conta?.id ?? '', segredo: 'x', confirmado_em: '2026-01-01T00:00:00.000Z' })
      .execute();
    person('marcia', CONTA.email);
    expect((await createBrowser(teste).enter('marcia')).destino).toBe('/#segundo-fator=totp');
    expect(await contaDe(CONTA.email)).toMatchObject({ admin: 1 });
  });
});
