/** S6: the long session stays in its cookie, opens one route, and ends when it must. */
import type { AddressInfo } from 'node:net';
import type { Dubles } from '../../server/src/app.ts';
import { buildTestApp, CONTA, type TestApp } from '../../server/test/app.ts';
import { createFirst } from '../../server/test/conta.ts';
import type { Linha, Medida } from '../linha.ts';
import { type Pedido, postTo, type Veio } from '../pedido.ts';

const MINUTO = 60_000;
const HORA = 60 * MINUTO;
const ENTRAR = '/api/auth/sign-in/email';
const TOKEN = '/api/auth/token';
const CREDENCIAIS = { email: CONTA.email, password: CONTA.password };

type Post = (pedido: Pedido) => Promise<Veio>;

interface Aberto {
  teste: TestApp;
  /** As our own page calls. */
  post: Post;
  origem: string;
}

const tokenDe = ({ corpo }: Veio): string => JSON.parse(corpo).token;
const linhaDe = ({ headers }: Veio): string =>
  (headers['set-cookie'] ?? []).find((linha) => linha.includes('session_token=')) ?? '';
const cookieDe = (veio: Veio): string => linhaDe(veio).split(';')[0] ?? '';
/** The cookie's value, signed, and the secret inside. */
const segredosDe = (veio: Veio): string[] => {
  const valor = /session_token=([^;]*)/.exec(linhaDe(veio))?.[1] ?? '';
  const assinado = decodeURIComponent(valor);
  return [valor, assinado, assinado.split('.')[0] ?? ''].filter((parte) => parte.length > 20);
};

async function listen(dubles: Dubles, env: Record<string, string> = {}): Promise<Aberto> {
  const teste = await buildTestApp({ dubles, env });
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = teste.app.server.address() as AddressInfo;
  const origem = `http://127.0.0.1:${port}`;
  const nosso = { origin: origem, 'sec-fetch-site': 'same-origin' };
  const post: Post = ({ headers, ...pedido }) =>
    postTo(port, { ...pedido, headers: { ...nosso, ...headers } });
  return { teste, post, origem };
}

async function entra({ origem }: Aberto, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const resposta = await fetch(`${origem}/api/perfil`, { headers });
  await resposta.text();
  return resposta.status;
}

const signIn = ({ post }: Aberto) => post({ path: ENTRAR, corpo: CREDENCIAIS });
const renew = ({ post }: Aberto, cookie: string, headers = {}) =>
  post({ path: TOKEN, corpo: {}, headers: { cookie, ...headers } });

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

async function checkTwoTabs(m: Medida, aberto: Aberto): Promise<void> {
  const cookie = cookieDe(await signIn(aberto));
  const vezes = m.completa ? 100 : 50;
  const tab = async () => {
    for (let i = 0; i < vezes; i += 1) {
      const veio = await renew(aberto, cookie);
      m.check(veio.status === 200, 'two tabs renew side by side', veio.status);
    }
  };
  await Promise.all([tab(), tab()]);
}

/** Runs `work` with the clock `ms` ahead, for this process and the server in it. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const real = Date.now;
  Date.now = () => real() + ms;
  const RealDate = globalThis.Date;
  class Adiantada extends RealDate {
    constructor(...args: unknown[]) {
      if (args.length === 0) super(real() + ms);
      else super(...(args as [number]));
    }
  }
  globalThis.Date = Adiantada as DateConstructor;
  try {
    return await work();
  } finally {
    globalThis.Date = RealDate;
    Date.now = real;
  }
}

async function checkLife(m: Medida, aberto: Aberto): Promise<void> {
  const entrada = await signIn(aberto);
  const token = tokenDe(entrada);
  const cookie = cookieDe(entrada);
  const at = (ms: number, work: () => Promise<number>) => later(ms, work);
  const renewed = async (corpo = {}) =>
    (await aberto.post({ path: TOKEN, corpo, headers: { cookie } })).status;

  m.check((await at(10 * MINUTO, () => entra(aberto, token))) === 200, 'a token lives ten minutes');
  const velho = await at(11 * MINUTO + 2_000, () => entra(aberto, token));
  m.check(velho === 401, 'and dies at ten, within a minute of tolerance', velho);
  m.check((await at(11 * HORA, () => renewed({ uso: false }))) === 200, 'unused, eleven hours on');
  m.check((await at(12 * HORA + 2_000, renewed)) === 401, 'unused for twelve hours, it is over');

  const outra = cookieDe(await signIn(aberto));
  let dia = 0;
  for (; dia < 14; dia += 1) {
    const veio = await later((dia + 1) * 11.9 * HORA, () => renew(aberto, outra));
    m.check(veio.status === 200, 'used every twelve hours, it goes on', veio.status);
  }
  const depois = await later(7 * 24 * HORA + 2_000, () => renew(aberto, outra));
  m.check(depois.status === 401, 'and is over after seven days in any case', depois.status);
}

/** Puts every line that the server logs into `linhas` instead of its output. */
const listening = (linhas: string[]): Dubles => ({
  antes: ({ log }) => {
    const campos = log as unknown as Record<symbol, unknown>;
    const saida = Object.getOwnPropertySymbols(log).find(
      ({ description }) => description === 'pino.stream',
    );
    if (!saida) throw new Error('the log goes somewhere else now');
    campos[saida] = { write: (linha: string) => linhas.push(linha) };
  },
});

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
