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
    dubles: { antes: (app) => listenToLog(app.log) },
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

/** What the log would hold, kept here instead. */
function listenToLog(log: object): void {
  for (const nivel of ['debug', 'info', 'warn', 'error', 'fatal']) {
    const keep = (...partes: unknown[]) => void linhas.push(JSON.stringify(partes));
    Object.defineProperty(log, nivel, { value: keep });
  }
}

const sessoes = async (): Promise<number> =>
  (await teste.db.selectFrom('session').select('id').execute()).length;

/** At the provider and back, but for the last step. */
async function almost(browser = createBrowser(teste)) {
  const saida = await browser.leave();
  return { browser, saida: new URL(saida), volta: await browser.identify(saida, { nome: 'ana' }) };
}

describe('the way out', () => {
  test('asks for a code with PKCE, state and nonce, and keeps the question in a Lax cookie', async () => {
    const browser = createBrowser(teste);
    const { status, destino, cookies } = await browser.aqui('/api/auth/oidc/entrar');
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

  test('begins at the host that the provider comes back to', async () => {
    const browser = createBrowser(teste, { host: '127.0.0.1' });
    const { destino, cookies } = await browser.aqui('/api/auth/oidc/entrar?de=/perfil');
    expect(destino).toBe('http://localhost/api/auth/oidc/entrar?de=%2Fperfil');
    expect(cookies).toEqual([]);
  });

  test('is for people who go there, not for calls of a page', async () => {
    for (const url of ['/api/auth/oidc/entrar', RETORNO]) {
      for (const modo of ['cors', 'no-cors', 'same-origin']) {
        const headers = { 'sec-fetch-mode': modo };
        expect((await teste.app.inject({ url, headers })).statusCode).toBe(403);
      }
      expect((await teste.app.inject({ method: 'HEAD', url })).statusCode).toBe(404);
    }
  });

  test('is not there where no provider is configured', async () => {
    const sem = await buildTestApp({ account: false });
    for (const url of ['/api/auth/oidc/entrar', RETORNO]) {
      expect((await sem.app.inject({ url })).statusCode).toBe(404);
    }
    expect((await sem.app.inject('/readyz')).json()).not.toHaveProperty('externos');
    await sem.close();
  });
});

describe('the way back is refused', () => {
  const refused = async (volta: string, browser = createBrowser(teste), codigo = 'estado') => {
    const antes = await sessoes();
    const { status, destino } = await browser.aqui(volta);
    expect([status, destino]).toEqual([302, `/#erro=${codigo}`]);
    expect(await sessoes()).toBe(antes);
    expect(browser.nosso.has('unipark.session_token')).toBe(false);
  };

  test('a second time', async () => {
    const { browser, volta } = await almost();
    expect((await browser.aqui(volta)).destino).toBe('/#entrar');
    const depois = createBrowser(teste);
    await refused(volta, depois);
    const [cookie] = browser.nosso;
    expect(cookie?.[0]).toBe('unipark.session_token');
  });

  test('with a used code under a question of its own', async () => {
    const { browser, volta } = await almost();
    await browser.aqui(volta);
    const outro = createBrowser(teste);
    const saida = new URL(await outro.leave());
    const forjada = new URLSearchParams(volta.split('?')[1]);
    forjada.set('state', saida.searchParams.get('state') ?? '');
    await refused(`${RETORNO}?${forjada}`, outro, 'provedor');
  });

  test('in another browser, with and without a question there', async () => {
    const { volta } = await almost();
    await refused(volta);
    const vitima = createBrowser(teste);
    await vitima.leave();
    await refused(volta, vitima);
    // The question that was there may still be answered.
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
    expect((await browser.aqui(volta)).destino).toBe('/#entrar');
  });

  test.each([
    ['the issuer of another', (q: URLSearchParams) => q.set('iss', 'https://mal.exemplo.br')],
    ['no issuer, though the provider says it tells one', (q: URLSearchParams) => q.delete('iss')],
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

  test('when the person turned back', async () => {
    const browser = createBrowser(teste);
    const volta = await browser.identify(await browser.leave(), { cancelar: '1' });
    await refused(volta, browser, 'cancelado');
  });

  test('after three hundred calls a minute of one address, and of no other', async () => {
    const browser = createBrowser(teste);
    for (let i = 0; i < 300; i += 1) await browser.aqui(RETORNO, '10.8.0.1');
    expect((await browser.aqui('/api/auth/oidc/entrar', '10.8.0.1')).destino).toBe(
      '/#erro=tentativas',
    );
    expect((await browser.aqui(RETORNO, '10.8.0.1')).destino).toBe('/#erro=tentativas');
    expect((await browser.aqui(RETORNO, '10.8.0.2')).destino).toBe('/#erro=estado');
  });
});

test('a provider that fails only at the last step', async () => {
  const { browser, volta } = await almost();
  provedor.antes = (pedido, resposta) => {
    if (pedido.url !== '/token') return false;
    resposta.writeHead(500).end('segredo-do-provedor');
    return true;
  };
  expect((await browser.aqui(volta)).destino).toBe('/#erro=provedor');
});

test('no code, token or secret stands in the log', async () => {
  const { browser, volta } = await almost();
  const code = new URLSearchParams(volta.split('?')[1]).get('code') ?? 'x';
  await browser.aqui(volta);
  const tudo = linhas.join('\n');
  expect(tudo).toContain('single sign-on');
  for (const segredo of [code, CLIENTE.segredo, 'segredo-do-provedor', 'eyJ', 'ana@x.br']) {
    expect(tudo).not.toContain(segredo);
  }
});
