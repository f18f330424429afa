/** S6: the long session stays in its cookie, opens one route, and ends when it must. */
import type { Dubles } from '../../server/src/app.ts';
import { buildTestApp, CONTA, type TestApp } from '../../server/test/app.ts';
import { createFirst } from '../../server/test/conta.ts';
import type { Linha, Medida } from '../linha.ts';
import {
  type Aberto,
  cookieDe,
  ENTRAR,
  entra,
  linhaDe,
  listen,
  listening,
  renew,
  segredosDe,
  signIn,
  tokenDe,
} from '../sessao/palco.ts';
import { checkLife, checkTwoTabs } from '../sessao/vida.ts';

/** The value is no credential anywhere but in the cookie. */
async function checkBearer(m: Medida, aberto: Aberto): Promise<void> {
  const entrada = await signIn(aberto);
  const guardados = await aberto.teste.db.selectFrom('session').select(['id', 'token']).execute();
  const crus = guardados.flatMap(({ id, token }) => [id, token]);
  for (const segredo of [...segredosDe(entrada), ...crus]) {
    const veio = await entra(aberto, segredo);
    m.check(veio === 401, 'the session value is refused as a bearer', veio);
  }
}

function checkAttributes(m: Medida, linha: string, https: boolean): void {
  m.check(/; HttpOnly/i.test(linha), 'the cookie is HttpOnly', https);
  m.check(/; SameSite=Strict/i.test(linha), 'the cookie is SameSite=Strict', https);
  m.check(
    /; Secure/i.test(linha) === https,
    'the cookie is Secure where PUBLIC_URL is https',
    https,
  );
  m.check(linha.startsWith('__Secure-') === https, 'and carries the prefix there', https);
  m.check(!/; Domain=/i.test(linha), 'the cookie is for this host alone', https);
}

async function checkCookie(m: Medida, aberto: Aberto): Promise<void> {
  checkAttributes(m, linhaDe(await signIn(aberto)), false);
  const publico = await buildTestApp({
    env: { PUBLIC_URL: 'https://park.exemplo.br', SIGNUP_MODE: 'aberto' },
    account: false,
  });
  await createFirst(publico);
  const resposta = await publico.app.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    payload: CONTA,
    headers: { host: 'park.exemplo.br' },
  });
  const linhas = [resposta.headers['set-cookie'] ?? []].flat();
  checkAttributes(m, linhas.find((linha) => linha.includes('session_token=')) ?? '', true);
  await publico.close();
}

/** In no body, no header but Set-Cookie, and no line of the log. */
async function checkLeaks(m: Medida, aberto: Aberto, registro: readonly string[]) {
  const entrada = await signIn(aberto);
  const cookie = cookieDe(entrada);
  const segredos = segredosDe(entrada);
  m.check(segredos.length === 3, 'there is a value to look for');
  const token = tokenDe(entrada);
  const respostas = [
    entrada,
    await renew(aberto, cookie),
    await renew(aberto, cookie, { 'sec-fetch-site': 'cross-site' }),
    await aberto.post({ path: '/nada', corpo: {}, headers: { cookie } }),
    await aberto.post({ path: ENTRAR, corpo: { email: 'x' }, headers: { cookie } }),
  ];
  for (const caminho of [
    '/api/perfil',
    '/api/perfil/sessoes',
    '/api/instalacao',
    '/metrics',
    '/',
  ]) {
    const resposta = await fetch(aberto.origem + caminho, {
      headers: { cookie, authorization: `Bearer ${token}` },
    });
    const headers = Object.fromEntries(resposta.headers);
    respostas.push({ status: resposta.status, corpo: await resposta.text(), headers, ms: 0 });
  }
  respostas.push(await aberto.post({ path: '/api/auth/sign-out', corpo: {}, headers: { cookie } }));
  for (const { corpo, headers } of respostas) {
    const { 'set-cookie': _cookie, ...outros } = headers;
    const visto = corpo + JSON.stringify(outros);
    const achado = segredos.find((segredo) => visto.includes(segredo));
    m.check(achado === undefined, 'the value is in no body and no other header');
  }
  m.check(registro.length > 0, 'there is a log to look into');
  const linhas = registro.join('\n');
  m.check(!segredos.some((segredo) => linhas.includes(segredo)), 'the value is in no log');
}

/** The route that the cookie opens answers our own page alone. */
async function checkOwnSite(m: Medida, aberto: Aberto): Promise<void> {
  const cookie = cookieDe(await signIn(aberto));
  const deFora: [string, Record<string, string>][] = [
    ['another site', { origin: 'https://mal.exemplo.br', 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
    ['no site at all', { origin: '', 'sec-fetch-site': '' }],
    ['a null origin', { origin: 'null' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['an address typed in', { 'sec-fetch-site': 'none' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['plain text', { 'content-type': 'text/plain' }],
  ];
  for (const [nome, headers] of deFora) {
    const { status } = await renew(aberto, cookie, headers);
    m.check([403, 415, 421].includes(status), `a renewal from ${nome} is refused`, status);
  }
  const { status } = await renew(aberto, cookie);
  m.check(status === 200, 'from our own page it is answered', status);
}

async function run(m: Medida): Promise<void> {
  const registro: string[] = [];
  const aberto = await listen(listening(registro), { LOG_LEVEL: 'trace' });
  try {
    // A line of its own, or silence would prove nothing.
    aberto.teste.app.log.info('S6');
    await checkLeaks(m, aberto, registro);
    await checkBearer(m, aberto);
    await checkCookie(m, aberto);
    await checkOwnSite(m, aberto);
    await checkTwoTabs(m, aberto);
    await checkLife(m, aberto);
  } finally {
    await aberto.teste.close();
  }
}

/** The fault: the value of the session, as the table keeps it, is taken for a bearer. */
const RAW_BEARER: Dubles = {
  antes: (_app, db) => {
    banco = db;
  },
  identidade: (real) => ({
    ...real,
    async verify(token) {
      const sessao = await banco
        ?.selectFrom('session')
        .innerJoin('user', 'user.id', 'session.userId')
        .select(['session.id as sid', 'user.id', 'user.email', 'user.name'])
        .where('session.token', '=', token)
        .executeTakeFirst();
      return sessao ? { ...sessao, admin: false } : real.verify(token);
    },
  }),
};
let banco: TestApp['db'] | undefined;

async function canary(m: Medida): Promise<void> {
  const aberto = await listen(RAW_BEARER);
  await checkBearer(m, aberto).finally(() => aberto.teste.close());
}

export const s6: Linha = {
  id: 'S6',
  promessa: 'the long session stays in its cookie, and ends when it must',
  run,
  canary,
};
