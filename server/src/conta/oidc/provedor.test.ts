import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { CLIENTE, startProvedor } from '../../../test/oidc.ts';
import { createBrowser } from '../../../test/voltas.ts';
import { readConfig } from '../../config.ts';
import { examine } from '../../doctor.ts';

const ENV = { OIDC_CLIENT_ID: CLIENTE.id, OIDC_CLIENT_SECRET: CLIENTE.segredo };

describe('a provider that fails', () => {
  /** A server in the provider's place, and an application that uses it. */
  async function withServer(
    answer: Parameters<typeof createServer>[1],
    work: (app: TestApp, url: string) => Promise<void>,
  ) {
    const servidor = createServer(answer as never);
    await new Promise<void>((pronto) => servidor.listen(0, '127.0.0.1', pronto));
    const url = `http://127.0.0.1:${(servidor.address() as AddressInfo).port}`;
    const app = await buildTestApp({ env: { ...ENV, OIDC_ISSUER: url }, account: false });
    try {
      await work(app, url);
    } finally {
      servidor.closeAllConnections();
      servidor.close();
      await app.close();
    }
  }
  const leave = async (app: TestApp) =>
    (await createBrowser(app).goHere('/api/auth/oidc/entrar')).destino;

  test('is down at start: the server is ready, reports it, and uses the provider when it returns', async () => {
    const servidor = createServer();
    await new Promise<void>((pronto) => servidor.listen(0, '127.0.0.1', pronto));
    const { port } = servidor.address() as AddressInfo;
    await new Promise((pronto) => servidor.close(pronto));
    const app = await buildTestApp({
      env: { ...ENV, OIDC_ISSUER: `http://127.0.0.1:${port}` },
      account: false,
    });
    expect(await leave(app)).toBe('/#erro=provedor');
    const pronto = await app.app.inject('/readyz');
    expect([pronto.statusCode, pronto.json().externos]).toEqual([200, { oidc: 'sem resposta' }]);
    await app.close();
  });

  test.each([
    ['garbage', '<html>502</html>', 'text/html'],
    ['half a JSON', '{"issuer":', 'application/json'],
    ['an empty object', '{}', 'application/json'],
    ['a body over the limit', `{"a":"${'x'.repeat(300_000)}"}`, 'application/json'],
  ])('answers %s', async (_nome, corpo, tipo) => {
    await withServer(
      (_req, res) => res.setHeader('content-type', tipo).end(corpo),
      async (app) => expect(await leave(app)).toBe('/#erro=provedor'),
    );
  });

  test.each([
    ['a redirect', 302, 'https://mal.exemplo.br/'],
    ['500', 500, ''],
  ])('answers %s', async (_nome, status, location) => {
    await withServer(
      (_req, res) => res.writeHead(status, { location }).end(),
      async (app) => expect(await leave(app)).toBe('/#erro=provedor'),
    );
  });

  test.each([
    ['another issuer', { issuer: 'https://mal.exemplo.br' }],
    ['keys in plain http elsewhere', { jwks_uri: 'http://10.0.0.9/jwks' }],
    ['a token address in plain http elsewhere', { token_endpoint: 'http://10.0.0.9/token' }],
    ['a page in plain http elsewhere', { authorization_endpoint: 'http://mal.exemplo.br/' }],
    ['a page that is a script', { authorization_endpoint: 'javascript:alert(1)' }],
    ['no keys', { jwks_uri: undefined }],
  ])('names %s', async (_nome, dados) => {
    await withServer(
      (req, res) => {
        const url = `http://${req.headers.host}`;
        const bom = {
          issuer: url,
          authorization_endpoint: `${url}/auth`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/jwks`,
        };
        res.setHeader('content-type', 'application/json').end(JSON.stringify({ ...bom, ...dados }));
      },
      async (app) => expect(await leave(app)).toBe('/#erro=provedor'),
    );
  });

  test('is asked once for any number of sign-ins, and then not for a moment', async () => {
    let pedidos = 0;
    await withServer(
      (_req, res) => {
        pedidos += 1;
        setTimeout(() => res.writeHead(500).end(), 100);
      },
      async (app) => {
        const varias = await Promise.all(Array.from({ length: 20 }, () => leave(app)));
        expect(new Set(varias)).toEqual(new Set(['/#erro=provedor']));
        expect(await leave(app)).toBe('/#erro=provedor');
        expect(pedidos).toBe(1);
      },
    );
  });

  test('never answers: a sign-in waits five seconds, other requests do not wait', async () => {
    await withServer(
      () => {},
      async (app) => {
        const inicio = performance.now();
        const saida = leave(app);
        expect((await app.app.inject('/healthz')).statusCode).toBe(200);
        expect(await saida).toBe('/#erro=provedor');
        expect(performance.now() - inicio).toBeLessThan(7_000);
      },
    );
  });
});

test('/readyz and the doctor report whether the provider answers', async () => {
  const provedor = await startProvedor({ retornos: ['http://localhost/api/auth/oidc/retorno'] });
  const app = await buildTestApp({ env: provedor.env });
  const look = async () => {
    const config = readConfig({ DATA_DIR: app.dataDir, ...provedor.env }, '1');
    const exames = await examine(app.db, config);
    return exames.filter(({ texto }) => texto.startsWith('Entrada única'));
  };
  expect(await createBrowser(app).leave()).toContain(provedor.url);
  expect((await app.app.inject('/readyz')).json().externos).toEqual({ oidc: 'no ar' });
  const nome = `Entrada única (OIDC_ISSUER=${provedor.url}/)`;
  expect(await look()).toEqual([{ nivel: 'bom', texto: `${nome}: responde` }]);
  await provedor.stop();
  expect(await look()).toEqual([
    {
      nivel: 'aviso',
      texto: expect.stringMatching(
        /não responde como esperado .*As outras formas de entrar continuam\.$/,
      ),
    },
  ]);
  // The kept description is still used: the page of the provider shows its own error.
  expect(await createBrowser(app).leave()).toContain(provedor.url);
  await app.close();
});
