import { createHash } from 'node:crypto';
import type { Acesso } from '@unipark/contract/conta';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import {
  cookieOf,
  createFirst,
  NOSSO_SITE,
  post,
  sessionValueOf,
  setCookies,
  signInWith,
  tokenOf,
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

const advanceClock = (ms: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
};

const listAcoes = async (): Promise<string[]> => {
  const linhas = await teste.db.selectFrom('auditoria').select('acao').orderBy('id').execute();
  return linhas.map(({ acao }) => acao);
};

test('a session opened by a clock that was ahead lasts seven days after the clock is corrected', async () => {
  const agora = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: agora + 400 * 24 * HORA });
  const cookie = cookieOf(await post(teste, ENTRAR, credenciais));
  vi.setSystemTime(agora);
  const fetchPrazo = async (uso: boolean) =>
    (await post(teste, TOKEN, { uso }, { cookie })).json<Acesso>().sessao;
  const { expiraEm, terminaEm } = await fetchPrazo(false);
  expect(Date.parse(expiraEm)).toBe(agora + 12 * HORA);
  expect(Date.parse(terminaEm)).toBe(agora + 7 * 24 * HORA);
  vi.setSystemTime(agora + 6 * HORA);
  expect(await fetchPrazo(true)).toMatchObject({ terminaEm });
});

describe('the session cookie', () => {
  test('is HttpOnly, strict, without Secure on plain http', async () => {
    const [sessao = ''] = setCookies(await post(teste, ENTRAR, credenciais));
    expect(sessao).toMatch(/^unipark\.sessao=/);
    expect(sessao.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=43200',
      'Path=/',
      'SameSite=Strict',
    ]);
  });

  test('is Secure with its prefix when PUBLIC_URL is https', async () => {
    const env = {
      PUBLIC_URL: 'https://park.exemplo.br',
      TRUST_PROXY: '192.0.2.1',
      SIGNUP_MODE: 'aberto',
    };
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
    expect(sessao).toMatch(/^__Host-unipark\.sessao=/);
    for (const cookie of [sessao, navegador]) {
      expect(cookie).toMatch(/; HttpOnly/);
      expect(cookie).toMatch(/; SameSite=Strict/);
      expect(cookie).toMatch(/; Secure/);
    }
    await publico.close();
  });

  test('its value is in no body and no header but Set-Cookie, and is no bearer', async () => {
    const entrada = await post(teste, ENTRAR, credenciais);
    const cookie = cookieOf(entrada);
    const respostas = [
      entrada,
      await post(teste, TOKEN, {}, { cookie }),
      await post(teste, CRIAR, { ...CONTA, email: 'nova@unilavras.edu.br' }, { cookie }),
      await post(teste, SAIR, {}, { cookie }),
    ];
    const valor = sessionValueOf(entrada);
    // 256 bits.
    expect(valor).toMatch(/^[\w-]{43}$/);
    for (const { body, headers } of respostas) {
      const { 'set-cookie': _cookie, ...outros } = headers;
      expect(body + JSON.stringify(outros)).not.toContain(valor);
    }
    const viva = sessionValueOf(await post(teste, ENTRAR, credenciais));
    expect(await signInWith(teste, viva)).toBe(401);
  });

  test('the database does not contain its value: the table has its SHA-256', async () => {
    const valor = sessionValueOf(await post(teste, ENTRAR, credenciais));
    const hash = createHash('sha256').update(valor).digest('hex');
    const linhas = await teste.db.selectFrom('sessoes').selectAll().execute();
    expect(linhas.map((linha) => linha.hash)).toContain(hash);
    expect(JSON.stringify(linhas)).not.toContain(valor);
  });

  test('another value, also the stored hash, opens nothing', async () => {
    const valor = sessionValueOf(await post(teste, ENTRAR, credenciais));
    const hash = createHash('sha256').update(valor).digest('hex');
    const outro = `${valor.startsWith('A') ? 'B' : 'A'}${valor.slice(1)}`;
    for (const falso of [outro, hash, valor.slice(1), '', 'x.y']) {
      const cookie = `unipark.sessao=${falso}`;
      expect((await post(teste, TOKEN, {}, { cookie })).statusCode).toBe(401);
    }
  });
});

test('a browser that many people sign in with is remembered for twenty accounts', async () => {
  const agora = Date.now();
  const outras = Array.from({ length: 22 }, (_, i) => `unipark.navegador.${i}=id.${agora + i}.x`);
  const resposta = await post(teste, ENTRAR, credenciais, { cookie: outras.join('; ') });
  const findas = setCookies(resposta).filter((linha) => linha.includes('Max-Age=0'));
  expect(findas.map((linha) => linha.split(';')[0])).toEqual([
    'unipark.navegador.2=',
    'unipark.navegador.1=',
    'unipark.navegador.0=',
  ]);
  for (const linha of findas) expect(linha).toContain('Path=/api/auth;');
});

describe('POST /api/auth/token', () => {
  test('gives the next access token and the user', async () => {
    const entrada = await post(teste, ENTRAR, credenciais);
    advanceClock(2_000);
    const resposta = await post(teste, TOKEN, {}, { cookie: cookieOf(entrada) });
    expect(resposta.statusCode).toBe(200);
    expect(resposta.json().user).toEqual(entrada.json().user);
    expect(tokenOf(resposta)).not.toBe(tokenOf(entrada));
    expect(await signInWith(teste, tokenOf(resposta))).toBe(200);
  });

  test('two tabs may renew a hundred times each', async () => {
    const cookie = cookieOf(await post(teste, ENTRAR, credenciais));
    const estados = new Set<number>();
    for (let vez = 0; vez < 100; vez += 1) {
      const ambas = [1, 2].map(() => post(teste, TOKEN, {}, { cookie }));
      for (const { statusCode } of await Promise.all(ambas)) estados.add(statusCode);
    }
    expect([...estados]).toEqual([200]);
  });

  test('ends after 12 hours unused, and use prolongs it', async () => {
    const cookie = cookieOf(await post(teste, ENTRAR, credenciais));
    advanceClock(11 * HORA);
    expect((await post(teste, TOKEN, {}, { cookie })).statusCode).toBe(200);
    advanceClock(11 * HORA);
    expect((await post(teste, TOKEN, {}, { cookie })).statusCode).toBe(200);
    advanceClock(12 * HORA + 1_000);
    const resposta = await post(teste, TOKEN, {}, { cookie });
    expect(resposta.statusCode).toBe(401);
    // The answer may come after that of a sign-in, whose cookie it must not delete.
    expect(setCookies(resposta)).toEqual([]);
  });

  test('an idle page gets its token and prolongs nothing', async () => {
    const cookie = cookieOf(await post(teste, ENTRAR, credenciais));
    advanceClock(11 * HORA);
    const resposta = await post(teste, TOKEN, { uso: false }, { cookie });
    expect(resposta.statusCode).toBe(200);
    expect(await signInWith(teste, tokenOf(resposta))).toBe(200);
    const { expiraEm } = resposta.json().sessao;
    expect(Date.parse(expiraEm) - Date.now()).toBeLessThanOrEqual(HORA);
    advanceClock(HORA + 1_000);
    expect((await post(teste, TOKEN, { uso: false }, { cookie })).statusCode).toBe(401);
    expect(await signInWith(teste, tokenOf(resposta))).toBe(401);
  });

  test('ends after 7 days in any case, with its access token', async () => {
    const cookie = cookieOf(await post(teste, ENTRAR, credenciais));
    let ultima = '';
    for (let dia = 0; dia < 14; dia += 1) {
      advanceClock(11.9 * HORA);
      const resposta = await post(teste, TOKEN, {}, { cookie });
      expect(resposta.statusCode).toBe(200);
      ultima = tokenOf(resposta);
    }
    advanceClock(1.4 * HORA - 60_000);
    ultima = tokenOf(await post(teste, TOKEN, {}, { cookie }));
    expect(await signInWith(teste, ultima)).toBe(200);
    advanceClock(2 * 60_000);
    expect(await signInWith(teste, ultima)).toBe(401);
    expect((await post(teste, TOKEN, {}, { cookie })).statusCode).toBe(401);
  });

  test.each([
    ['without Origin', { origin: undefined, 'sec-fetch-site': undefined }, 403],
    ['from another site', { origin: undefined, 'sec-fetch-site': 'cross-site' }, 403],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['as text', { 'content-type': 'text/plain' }, 415],
  ])('is refused %s', async (_nome, mudanca, estado) => {
    const cookie = cookieOf(await post(teste, ENTRAR, credenciais));
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
    const cookie = cookieOf(entrada);
    expect(await signInWith(teste, tokenOf(entrada))).toBe(200);
    const resposta = await post(teste, SAIR, {}, { cookie });
    expect(resposta.statusCode).toBe(204);
    expect(resposta.headers['clear-site-data']).toBe('"cache"');
    expect(setCookies(resposta)[0]).toMatch(/unipark\.sessao=; Max-Age=0; Path=\/; HttpOnly/);
    expect(await signInWith(teste, tokenOf(entrada))).toBe(401);
    expect((await post(teste, TOKEN, {}, { cookie })).statusCode).toBe(401);
    expect((await listAcoes()).at(-1)).toBe('sair');
  });

  test('a listener learns which session ended, and of no other', async () => {
    let identidade!: IdentidadeLocal;
    const dubles = { wrapIdentidade: (real: IdentidadeLocal) => (identidade = real) };
    const outro = await buildTestApp({ dubles });
    const ouvinte = vi.fn();
    identidade.onSessaoEnd(ouvinte);
    const signIn = () => outro.app.inject({ method: 'POST', url: ENTRAR, payload: credenciais });
    const [minha, outra] = [await signIn(), await signIn()];
    const signOut = (entrada: typeof minha) => {
      const headers = { authorization: `Bearer ${tokenOf(entrada)}` };
      return outro.app.inject({ method: 'POST', url: SAIR, headers });
    };
    const conta = await identidade.verify(tokenOf(minha));
    expect(ouvinte).not.toHaveBeenCalled();
    expect((await signOut(minha)).statusCode).toBe(204);
    expect((await signOut(minha)).statusCode).not.toBe(204);
    expect(ouvinte.mock.calls).toEqual([[conta?.sid]]);
    expect(await identidade.verify(tokenOf(outra))).toBeDefined();
    await outro.close();
  });

  test('a script ends its session with the token alone', async () => {
    const entrada = await post(teste, ENTRAR, credenciais);
    const headers = { authorization: `Bearer ${tokenOf(entrada)}` };
    const resposta = await teste.app.inject({ method: 'POST', url: SAIR, headers });
    expect(resposta.statusCode).toBe(204);
    expect(await signInWith(teste, tokenOf(entrada))).toBe(401);
  });

  test('keeps the other sessions of the account open', async () => {
    const aqui = await post(teste, ENTRAR, credenciais);
    const ali = await post(teste, ENTRAR, credenciais);
    await post(teste, SAIR, {}, { cookie: cookieOf(aqui) });
    expect(await signInWith(teste, tokenOf(aqui))).toBe(401);
    expect(await signInWith(teste, tokenOf(ali))).toBe(200);
  });

  test('without a session it answers the same; from another site it is refused', async () => {
    expect((await post(teste, SAIR)).statusCode).toBe(204);
    const fora = { origin: 'http://localhost', 'sec-fetch-site': 'cross-site' };
    expect((await post(teste, SAIR, {}, fora)).statusCode).toBe(403);
  });
});

test('the address of a session is the one the server saw', async () => {
  const resposta = await teste.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email: CONTA.email, password: CONTA.password },
    remoteAddress: '192.0.2.7',
    headers: { 'user-agent': 'u'.repeat(900) },
  });
  const { sid } = JSON.parse(
    Buffer.from(tokenOf(resposta).split('.')[1] ?? '', 'base64url').toString(),
  );
  const sessao = await teste.db
    .selectFrom('sessoes')
    .select(['endereco', 'agente'])
    .where('sid', '=', sid)
    .executeTakeFirstOrThrow();
  expect(sessao.endereco).toBe('192.0.2.7');
  expect(sessao.agente).toHaveLength(300);
});

test('a sign-up that fails midway stores nothing', async () => {
  const countContas = async () => {
    const linhas = await teste.db.selectFrom('contas').select('id').execute();
    return linhas.length;
  };
  const antes = await countContas();
  await teste.db.schema.alterTable('sessoes').renameTo('sessoes_fora').execute();
  const nova = { ...CONTA, email: 'meia@unilavras.edu.br' };
  expect((await post(teste, '/api/auth/sign-up/email', nova)).statusCode).toBe(500);
  expect(await countContas()).toBe(antes);
  await teste.db.schema.alterTable('sessoes_fora').renameTo('sessoes').execute();
  expect((await post(teste, '/api/auth/sign-up/email', nova)).statusCode).toBe(200);
});
