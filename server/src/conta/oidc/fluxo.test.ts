import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { CLIENTE, type ProvedorDeTeste, startProvedor } from '../../../test/oidc.ts';
import { createBrowser } from '../../../test/voltas.ts';

const RETORNO = '/api/auth/oidc/retorno';

let provedor: ProvedorDeTeste;
let teste: TestApp;
let linhas: string[];
beforeAll(async () => {
  provedor = await startProvedor({ retornos: [`http://localhost${RETORNO}`] });
  provedor.pessoas.set('ana', { email: 'ana@x.br', email_verified: true, name: 'Ana' });
  linhas = [];
  teste = await buildTestApp({
    env: { ...provedor.env, LOG_LEVEL: 'debug' },
    dubles: { beforeRoutes: (app) => listenToLog(app.log) },
  });
});
afterEach(() => {
  provedor.antes = undefined;
  vi.useRealTimers();
});
afterAll(async () => {
  await teste.close();
  await provedor.stop();
});

/** Collects the lines that the log would contain. */
function listenToLog(log: object): void {
  for (const nivel of ['debug', 'info', 'warn', 'error', 'fatal']) {
    const keep = (...partes: unknown[]) => void linhas.push(JSON.stringify(partes));
    Object.defineProperty(log, nivel, { value: keep });
  }
}

const countSessoes = async (): Promise<number> =>
  (await teste.db.selectFrom('sessoes').select('sid').execute()).length;

/** To the provider and back, without the last step. */
async function almost(browser = createBrowser(teste)) {
  const saida = await browser.leave();
  return { browser, saida: new URL(saida), volta: await browser.identify(saida, { nome: 'ana' }) };
}

describe('the redirect to the provider', () => {
  test('asks for a code with PKCE, state and nonce, and keeps the challenge in a Lax cookie', async () => {
    const browser = createBrowser(teste);
    const { status, destino, cookies } = await browser.goHere('/api/auth/oidc/entrar');
    expect(status).toBe(302);
    const url = new URL(destino);
    expect(url.origin).toBe(provedor.url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: CLIENTE.id,
      redirect_uri: `http://localhost${RETORNO}`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(destino).not.toContain(CLIENTE.segredo);
    expect(cookies).toEqual([
      expect.stringMatching(
        /^unipark\.oidc=[\w-]{43}; Max-Age=600; Path=\/api\/auth; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });

  test('begins at the host to which the provider returns', async () => {
    const browser = createBrowser(teste, { host: '127.0.0.1' });
    const { destino, cookies } = await browser.goHere('/api/auth/oidc/entrar?de=/perfil');
    expect(destino).toBe('http://localhost/api/auth/oidc/entrar?de=%2Fperfil');
    expect(cookies).toEqual([]);
  });

  test('does not depend on what a proxy says of the name', async () => {
    const env = {
      ...provedor.env,
      PUBLIC_URL: 'http://localhost',
      TRUST_PROXY: '127.0.0.1',
      SIGNUP_MODE: 'convite',
    };
    const publico = await buildTestApp({ env, account: false });
    try {
      for (const dito of ['a b', 'x:99999999', 'outro.exemplo']) {
        const { statusCode, headers } = await publico.app.inject({
          url: '/api/auth/oidc/entrar',
          headers: { host: 'localhost', 'x-forwarded-host': dito },
        });
        expect([dito, statusCode, new URL(`${headers.location}`).origin]).toEqual([
          dito,
          302,
          provedor.url,
        ]);
      }
    } finally {
      await publico.close();
    }
  });

  test('is for navigation, not for calls of a page', async () => {
    for (const url of ['/api/auth/oidc/entrar', RETORNO]) {
      for (const modo of ['cors', 'no-cors', 'same-origin']) {
        const headers = { 'sec-fetch-mode': modo };
        expect((await teste.app.inject({ url, headers })).statusCode).toBe(403);
      }
      expect((await teste.app.inject({ method: 'HEAD', url })).statusCode).toBe(404);
    }
  });

  test('does not exist without a configured provider', async () => {
    const sem = await buildTestApp({ account: false });
    for (const url of ['/api/auth/oidc/entrar', RETORNO]) {
      expect((await sem.app.inject({ url })).statusCode).toBe(404);
    }
    expect((await sem.app.inject('/readyz')).json()).not.toHaveProperty('externos');
    await sem.close();
  });
});

describe('the return is refused', () => {
  const refused = async (volta: string, browser = createBrowser(teste), codigo = 'estado') => {
    const antes = await countSessoes();
    const { status, destino } = await browser.goHere(volta);
    expect([status, destino]).toEqual([302, `/#erro=${codigo}`]);
    expect(await countSessoes()).toBe(antes);
    expect(browser.nosso.has('unipark.sessao')).toBe(false);
  };

  test('a second time', async () => {
    const { browser, volta } = await almost();
    expect((await browser.goHere(volta)).destino).toBe('/#entrar');
    const depois = createBrowser(teste);
    await refused(volta, depois);
    const [cookie] = browser.nosso;
    expect(cookie?.[0]).toBe('unipark.sessao');
  });

  test('with a used code and a new challenge', async () => {
    const { browser, volta } = await almost();
    await browser.goHere(volta);
    const outro = createBrowser(teste);
    const saida = new URL(await outro.leave());
    const forjada = new URLSearchParams(volta.split('?')[1]);
    forjada.set('state', saida.searchParams.get('state') ?? '');
    await refused(`${RETORNO}?${forjada}`, outro, 'provedor');
  });

  test('in another browser, with and without a challenge there', async () => {
    const { volta } = await almost();
    await refused(volta);
    const vitima = createBrowser(teste);
    await vitima.leave();
    await refused(volta, vitima);
    // The challenge of that browser can still be answered.
    expect(vitima.nosso.has('unipark.oidc')).toBe(true);
  });

  test.each([
    ['no state', (q: URLSearchParams) => q.delete('state')],
    ['another state', (q: URLSearchParams) => q.set('state', 'x'.repeat(43))],
    ['two states', (q: URLSearchParams) => q.append('state', 'x')],
  ])('with %s', async (_nome, forge) => {
    const { browser, volta } = await almost();
    const query = new URLSearchParams(volta.split('?')[1]);
    forge(query);
    await refused(`${RETORNO}?${query}`, browser);
    expect((await browser.goHere(volta)).destino).toBe('/#entrar');
  });

  test.each([
    ['the issuer of another', (q: URLSearchParams) => q.set('iss', 'https://mal.exemplo.br')],
    ['no issuer, although the provider announces one', (q: URLSearchParams) => q.delete('iss')],
    ['a made-up code', (q: URLSearchParams) => q.set('code', 'inventado')],
    ['no code', (q: URLSearchParams) => q.delete('code')],
    ['two codes', (q: URLSearchParams) => q.append('code', 'outro')],
    ['an error of the provider', (q: URLSearchParams) => q.set('error', 'server_error')],
  ])('with %s', async (_nome, forge) => {
    const { browser, volta } = await almost();
    const query = new URLSearchParams(volta.split('?')[1]);
    forge(query);
    await refused(`${RETORNO}?${query}`, browser, 'provedor');
  });

  test('after ten minutes', async () => {
    const { browser, volta } = await almost();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    await refused(volta, browser);
  });

  test('when the person cancelled', async () => {
    const browser = createBrowser(teste);
    const volta = await browser.identify(await browser.leave(), { cancelar: '1' });
    await refused(volta, browser, 'cancelado');
  });

  test('after three hundred calls a minute of one address, but not of another', async () => {
    const browser = createBrowser(teste);
    for (let i = 0; i < 300; i += 1) await browser.goHere(RETORNO, '10.8.0.1');
    expect((await browser.goHere('/api/auth/oidc/entrar', '10.8.0.1')).destino).toBe(
      '/#erro=tentativas',
    );
    expect((await browser.goHere(RETORNO, '10.8.0.1')).destino).toBe('/#erro=tentativas');
    expect((await browser.goHere(RETORNO, '10.8.0.2')).destino).toBe('/#erro=estado');
  });
});

test('a provider that fails only at the last step', async () => {
  const { browser, volta } = await almost();
  provedor.antes = (pedido, resposta) => {
    if (pedido.url !== '/token') return false;
    resposta.writeHead(500).end('segredo-do-provedor');
    return true;
  };
  expect((await browser.goHere(volta)).destino).toBe('/#erro=provedor');
});

test('the log contains no code, token or secret', async () => {
  const { browser, volta } = await almost();
  const code = new URLSearchParams(volta.split('?')[1]).get('code') ?? 'x';
  await browser.goHere(volta);
  const tudo = linhas.join('\n');
  expect(tudo).toContain('single sign-on');
  for (const segredo of [code, CLIENTE.segredo, 'segredo-do-provedor', 'eyJ', 'ana@x.br']) {
    expect(tudo).not.toContain(segredo);
  }
});
