import { createHash } from 'node:crypto';
import type { Dubles } from '../../server/src/appDeps.ts';
import { buildTestApp, CONTA, type TestApp } from '../../server/test/app.ts';
import { createFirst } from '../../server/test/conta.ts';
import { describeRow, type Measure } from '../row.ts';
import {
  cookieOf,
  ENTRAR,
  findSetCookie,
  listen,
  listening,
  listSegredos,
  type OpenServer,
  renew,
  signIn,
  tokenOf,
  tryToken,
} from '../sessao/palco.ts';
import { checkLife, checkTwoTabs } from '../sessao/vida.ts';

/** The session value is a credential in the cookie alone. */
async function checkBearer(m: Measure, aberto: OpenServer): Promise<void> {
  const entrada = await signIn(aberto);
  const guardados = await aberto.teste.db.selectFrom('sessoes').select(['sid', 'hash']).execute();
  const crus = guardados.flatMap(({ sid, hash }) => [sid, hash]);
  for (const segredo of [...listSegredos(entrada), ...crus]) {
    const veio = await tryToken(aberto, segredo);
    m.check(veio === 401, 'the session value is refused as a bearer', veio);
  }
}

function checkAttributes(m: Measure, linha: string, https: boolean): void {
  m.check(/; HttpOnly/i.test(linha), 'the cookie is HttpOnly', https);
  m.check(/; SameSite=Strict/i.test(linha), 'the cookie is SameSite=Strict', https);
  m.check(
    /; Secure/i.test(linha) === https,
    'the cookie is Secure where PUBLIC_URL is https',
    https,
  );
  m.check(
    linha.startsWith('__Host-') === https,
    'the cookie has the __Host- prefix where PUBLIC_URL is https',
    https,
  );
  m.check(!/; Domain=/i.test(linha), 'the cookie has no Domain', https);
}

async function checkCookie(m: Measure, aberto: OpenServer): Promise<void> {
  checkAttributes(m, findSetCookie(await signIn(aberto)), false);
  const publico = await buildTestApp({
    env: { PUBLIC_URL: 'https://park.exemplo.br', TRUST_PROXY: '192.0.2.1', SIGNUP_MODE: 'aberto' },
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
  checkAttributes(m, linhas.find((linha) => linha.includes('unipark.sessao=')) ?? '', true);
  await publico.close();
}

/** The value is in no body, no header but Set-Cookie, and no log line. */
async function checkLeaks(m: Measure, aberto: OpenServer, registro: readonly string[]) {
  const entrada = await signIn(aberto);
  const cookie = cookieOf(entrada);
  const segredos = listSegredos(entrada);
  m.check(segredos.length === 1, 'the session has a value');
  const token = tokenOf(entrada);
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
  m.check(registro.length > 0, 'the log has lines');
  const linhas = registro.join('\n');
  m.check(!segredos.some((segredo) => linhas.includes(segredo)), 'the value is in no log');
}

/** The route of the cookie answers only our own page. */
async function checkOwnSite(m: Measure, aberto: OpenServer): Promise<void> {
  const cookie = cookieOf(await signIn(aberto));
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
  m.check(status === 200, 'a renewal from our own page answers 200', status);
}

async function run(m: Measure): Promise<void> {
  const registro: string[] = [];
  const aberto = await listen(listening(registro), { LOG_LEVEL: 'trace' });
  try {
    // One log line of the test itself: an empty log proves nothing.
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

/** The fault: the value of the session's cookie is accepted as a bearer. */
const RAW_BEARER: Dubles = {
  beforeRoutes: (_app, db) => {
    banco = db;
  },
  wrapIdentidade: (real) => ({
    ...real,
    async verify(token) {
      const sessao = await banco
        ?.selectFrom('sessoes')
        .innerJoin('contas', 'contas.id', 'sessoes.conta')
        .select(['sessoes.sid', 'contas.id', 'contas.email', 'contas.nome as name'])
        .where('sessoes.hash', '=', createHash('sha256').update(token).digest('hex'))
        .executeTakeFirst();
      return sessao ? { ...sessao, admin: false } : real.verify(token);
    },
  }),
};
let banco: TestApp['db'] | undefined;

async function canary(m: Measure): Promise<void> {
  const aberto = await listen(RAW_BEARER);
  await checkBearer(m, aberto).finally(() => aberto.teste.close());
}

describeRow({
  id: 'S6',
  promise: 'the long session stays in its cookie, and ends in time',
  run,
  canary,
});
