import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import {
  cookieDe,
  createFirst,
  entraCom,
  NOSSO_SITE,
  post,
  setCookies,
  tokenDe,
  valorDaSessao,
} from '../../../test/conta.ts';
import type { IdentidadeLocal } from '../identidade.ts';

const ENTRAR = '/api/auth/sign-in/email';
const CRIAR = '/api/auth/sign-up/email';
const TOKEN = '/api/auth/token';
const SAIR = '/api/auth/sign-out';
const HORA = 3_600_000;
const credenciais = { email: CONTA.email, password: CONTA.password };

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());
afterEach(() => {
  vi.useRealTimers();
});

const depoisDe = (ms: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
};

const acoes = async (): Promise<string[]> => {
  const linhas = await teste.db.selectFrom('auditoria').select('acao').orderBy('id').execute();
  return linhas.map(({ acao }) => acao);
};

describe('the session cookie', () => {
  test('is HttpOnly, strict, without Secure on plain http', async () => {
    const [sessao = ''] = setCookies(await post(teste, ENTRAR, credenciais));
    expect(sessao).toMatch(/^unipark\.session_token=/);
    expect(sessao.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=43200',
      'Path=/',
      'SameSite=Strict',
    ]);
  });

  test('is Secure with its prefix when PUBLIC_URL is https', async () => {
    const env = { PUBLIC_URL: 'https://park.exemplo.br', SIGNUP_MODE: 'aberto' };
    const publico = await buildTestApp({ env, account: false });
    await createFirst(publico);
    const headers = { host: 'park.exemplo.br' };
    const resposta = await publico.app.inject({
      method: 'POST',
      url: CRIAR,
      payload: CONTA,
      headers,
    });
    const [sessao = '', navegador = ''] = setCookies(resposta);
    expect(sessao).toMatch(/^__Secure-unipark\.session_token=/);
    for (const cookie of [sessao, navegador]) {
      expect(cookie).toMatch(/; HttpOnly/);
      expect(cookie).toMatch(/; SameSite=Strict/);
      expect(cookie).toMatch(/; Secure/);
    }
    await publico.close();
  });

  test('its value is in no body and no header but Set-Cookie, and is no bearer', async () => {
    const entrada = await post(teste, ENTRAR, credenciais);
    const cookie = cookieDe(entrada);
    const respostas = [
      entrada,
      await post(teste, TOKEN, {}, { cookie }),
      await post(teste, CRIAR, { ...CONTA, email: 'nova@unilavras.edu.br' }, { cookie }),
      await post(teste, SAIR, {}, { cookie }),
    ];
    const assinado = decodeURIComponent(valorDaSessao(entrada));
    const cru = assinado.split('.')[0] ?? '';
    expect(cru.length).toBeGreaterThan(20);
    const guardado = await teste.db.selectFrom('session').select('token').execute();
    for (const { body, headers } of respostas) {
      const { 'set-cookie': _cookie, ...outros } = headers;
      for (const { token } of guardado) expect(body).not.toContain(token);
      expect(body + JSON.stringify(outros)).not.toContain(cru);
    }
    const viva = await post(teste, ENTRAR, credenciais);
    const valor = decodeURIComponent(valorDaSessao(viva));
    expect(await entraCom(teste, valor)).toBe(401);
    expect(await entraCom(teste, valor.split('.')[0] ?? '')).toBe(401);
  });

  test('a changed signature opens nothing', async () => {
    const valor = valorDaSessao(await post(teste, ENTRAR, credenciais));
    const outra = valor.replace(/\.(.)/, (_, letra) => (letra === 'A' ? '.B' : '.A'));
    for (const falso of [outra, valor.split('.')[0], '', 'x.y']) {
      const cookie = `unipark.session_token=${falso}`;
      expect((await post(teste, TOKEN, {}, { cookie })).statusCode).toBe(401);
    }
  });
});

describe('POST /api/auth/token', () => {
  test('gives the next access token and the user', async () => {
    const entrada = await post(teste, ENTRAR, credenciais);
    depoisDe(2_000);
    const resposta = await post(teste, TOKEN, {}, { cookie: cookieDe(entrada) });
    expect(resposta.statusCode).toBe(200);
    expect(resposta.json().user).toEqual(entrada.json().user);
    expect(tokenDe(resposta)).not.toBe(tokenDe(entrada));
    expect(await entraCom(teste, tokenDe(resposta))).toBe(200);
  });

  test('two tabs may renew a hundred times each', async () => {
    const cookie = cookieDe(await post(teste, ENTRAR, credenciais));
    const vezes = Array.from({ length: 200 }, () => post(teste, TOKEN, {}, { cookie }));
    const estados = new Set((await Promise.all(vezes)).map(({ statusCode }) => statusCode));
    expect([...estados]).toEqual([200]);
  });

  test('ends after 12 hours unused, and use prolongs it', async () => {
    const cookie = cookieDe(await post(teste, ENTRAR, credenciais));
    depoisDe(11 * HORA);
    expect((await post(teste, TOKEN, {}, { cookie })).statusCode).toBe(200);
    depoisDe(11 * HORA);
    expect((await post(teste, TOKEN, {}, { cookie })).statusCode).toBe(200);
    depoisDe(12 * HORA + 1_000);
    const resposta = await post(teste, TOKEN, {}, { cookie });
    expect(resposta.statusCode).toBe(401);
    expect(setCookies(resposta)[0]).toMatch(/session_token=; Max-Age=0/);
  });

  test('a page that nobody uses gets its token and prolongs nothing', async () => {
    const cookie = cookieDe(await post(teste, ENTRAR, credenciais));
    depoisDe(11 * HORA);
    const resposta = await post(teste, TOKEN, { uso: false }, { cookie });
    expect(resposta.statusCode).toBe(200);
    expect(await entraCom(teste, tokenDe(resposta))).toBe(200);
    const { expiraEm } = resposta.json().sessao;
    expect(Date.parse(expiraEm) - Date.now()).toBeLessThanOrEqual(HORA);
    depoisDe(HORA + 1_000);
    expect((await post(teste, TOKEN, { uso: false }, { cookie })).statusCode).toBe(401);
    expect(await entraCom(teste, tokenDe(resposta))).toBe(401);
  });

  test('ends after 7 days in any case, its access token with it', async () => {
    const cookie = cookieDe(await post(teste, ENTRAR, credenciais));
    let ultima = '';
    for (let dia = 0; dia < 14; dia += 1) {
      depoisDe(11.9 * HORA);
      const resposta = await post(teste, TOKEN, {}, { cookie });
      expect(resposta.statusCode).toBe(200);
      ultima = tokenDe(resposta);
    }
    depoisDe(1.4 * HORA - 60_000);
    ultima = tokenDe(await post(teste, TOKEN, {}, { cookie }));
    expect(await entraCom(teste, ultima)).toBe(200);
    depoisDe(2 * 60_000);
    expect(await entraCom(teste, ultima)).toBe(401);
    expect((await post(teste, TOKEN, {}, { cookie })).statusCode).toBe(401);
  });

  test.each([
    ['without Origin', { origin: undefined, 'sec-fetch-site': undefined }, 403],
    ['from another site', { origin: undefined, 'sec-fetch-site': 'cross-site' }, 403],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['as text', { 'content-type': 'text/plain' }, 415],
  ])('is refused %s', async (_nome, mudanca, estado) => {
    const cookie = cookieDe(await post(teste, ENTRAR, credenciais));
    const headers = { ...NOSSO_SITE, cookie, 'content-type': 'application/json', ...mudanca };
    const resposta = await teste.app.inject({
      method: 'POST',
      url: TOKEN,
      headers: JSON.parse(JSON.stringify(headers)),
      payload: '{}',
    });
    expect(resposta.statusCode).toBe(estado);
  });
});

describe('POST /api/auth/sign-out', () => {
  test('ends the session at once: token and cookie', async () => {
    const entrada = await post(teste, ENTRAR, credenciais);
    const cookie = cookieDe(entrada);
    expect(await entraCom(teste, tokenDe(entrada))).toBe(200);
    const resposta = await post(teste, SAIR, {}, { cookie });
    expect(resposta.statusCode).toBe(204);
    expect(setCookies(resposta)[0]).toMatch(/session_token=; Max-Age=0; Path=\/; HttpOnly/);
    expect(await entraCom(teste, tokenDe(entrada))).toBe(401);
    expect((await post(teste, TOKEN, {}, { cookie })).statusCode).toBe(401);
    expect((await acoes()).at(-1)).toBe('sair');
  });

  test('whoever listens hears which session ended, and of no other', async () => {
    let identidade!: IdentidadeLocal;
    const dubles = { identidade: (real: IdentidadeLocal) => (identidade = real) };
    const outro = await buildTestApp({ dubles });
    const ouvinte = vi.fn();
    identidade.onSessaoEnd(ouvinte);
    const entrar = () => outro.app.inject({ method: 'POST', url: ENTRAR, payload: credenciais });
    const [minha, outra] = [await entrar(), await entrar()];
    const sair = (entrada: typeof minha) => {
      const headers = { authorization: `Bearer ${tokenDe(entrada)}` };
      return outro.app.inject({ method: 'POST', url: SAIR, headers });
    };
    const conta = await identidade.verify(tokenDe(minha));
    expect(ouvinte).not.toHaveBeenCalled();
    expect((await sair(minha)).statusCode).toBe(204);
    expect((await sair(minha)).statusCode).not.toBe(204);
    expect(ouvinte.mock.calls).toEqual([[conta?.sid]]);
    expect(await identidade.verify(tokenDe(outra))).toBeDefined();
    await outro.close();
  });

  test('a script ends its session with the token alone', async () => {
    const entrada = await post(teste, ENTRAR, credenciais);
    const headers = { authorization: `Bearer ${tokenDe(entrada)}` };
    const resposta = await teste.app.inject({ method: 'POST', url: SAIR, headers });
    expect(resposta.statusCode).toBe(204);
    expect(await entraCom(teste, tokenDe(entrada))).toBe(401);
  });

  test('leaves the other sessions of the account alone', async () => {
    const aqui = await post(teste, ENTRAR, credenciais);
    const ali = await post(teste, ENTRAR, credenciais);
    await post(teste, SAIR, {}, { cookie: cookieDe(aqui) });
    expect(await entraCom(teste, tokenDe(aqui))).toBe(401);
    expect(await entraCom(teste, tokenDe(ali))).toBe(200);
  });

  test('without a session it is done already; from another site it is refused', async () => {
    expect((await post(teste, SAIR)).statusCode).toBe(204);
    const fora = { origin: 'http://localhost', 'sec-fetch-site': 'cross-site' };
    expect((await post(teste, SAIR, {}, fora)).statusCode).toBe(403);
  });
});
