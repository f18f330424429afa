import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { createFirst, post, tokenOf } from '../../../test/conta.ts';
import { bearerHeaders, sendMensagem } from '../../../test/dispositivo.ts';
import { normalizeAuthority, urlOf } from './origin.ts';

describe('the address that HOST names', () => {
  it('is answered beside the usual names of this machine, and no other name is', async () => {
    const teste = await buildTestApp({ env: { HOST: '127.0.0.2' }, account: false });
    await teste.app.listen({ port: 0, host: '127.0.0.2' });
    const { port } = teste.app.server.address() as AddressInfo;
    const ask = (host: string) =>
      teste.app.inject({ url: '/healthz', headers: { host, origin: `http://${host}` } });
    expect((await ask(`127.0.0.2:${port}`)).statusCode).toBe(200);
    expect((await ask(`localhost:${port}`)).statusCode).toBe(200);
    expect((await ask(`127.0.0.3:${port}`)).statusCode).toBe(421);
    expect((await ask('127.0.0.2')).statusCode).toBe(421);
    await teste.close();
  });

  it.each([
    ['127.0.0.1', 3000, 'http://127.0.0.1:3000'],
    ['::1', 3000, 'http://[::1]:3000'],
    ['localhost', 80, 'http://localhost'],
  ])('%s on %d is written %s', (host, porta, url) => {
    expect(urlOf(host, porta)).toBe(url);
  });
});

describe('with PUBLIC_URL', () => {
  const TOKEN = 'um-segredo-de-vinte-e-seis';
  const env = {
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://park.exemplo.br',
    TRUST_PROXY: '192.0.2.1',
    SIGNUP_MODE: 'aberto',
    METRICS_TOKEN: TOKEN,
  };
  let publico: TestApp;
  beforeAll(async () => {
    publico = await buildTestApp({ env, account: false });
  });
  afterAll(() => publico.close());

  const ask = (url: string, host: string, headers: Record<string, string> = {}) =>
    publico.app.inject({ url, headers: { host, ...headers } });

  it.each([
    'park.exemplo.br',
    'park.exemplo.br:443',
    'PARK.Exemplo.br',
    'park.exemplo.br.',
    'Park.exemplo.br.:443',
  ])('answers %s: it is the same name', async (host) => {
    expect((await ask('/api/instalacao', host)).statusCode).toBe(200);
    const headers = { origin: `https://${host.toLowerCase().replace(':443', '')}` };
    const entrar = await publico.app.inject({
      method: 'POST',
      url: '/api/auth/token',
      headers: { host, ...headers },
      payload: {},
    });
    expect(entrar.statusCode).toBe(401);
  });

  it.each([
    ['park.exemplo.br:80'],
    ['park.exemplo.br:3000'],
    ['outro.exemplo.br'],
    ['10.0.0.5:3000'],
    ['[2001:db8::1]:3000'],
    ['park.exemplo.br@outro.br'],
    ['park.exemplo.br/x'],
    ['park.exemplo.br..'],
    ['park.exemplo.b%72'],
  ])('refuses %s, and names the requested and our own name', async (host) => {
    const resposta = await ask('/api/instalacao', host);
    expect(resposta.statusCode).toBe(421);
    const { mensagem } = resposta.json();
    expect(mensagem).toContain(`'${host}'`);
    expect(mensagem).toContain('https://park.exemplo.br (PUBLIC_URL)');
    expect(mensagem).not.toContain('própria máquina');
  });

  it('answers probes and metrics by IP address; metrics need their token', async () => {
    for (const url of ['/healthz', '/readyz', '/healthz?a=1']) {
      expect((await ask(url, '10.0.0.5:3000')).statusCode).toBe(200);
    }
    const authorization = `Bearer ${TOKEN}`;
    expect((await ask('/metrics', '10.0.0.5:3000', { authorization })).statusCode).toBe(200);
    expect((await ask('/metrics', '10.0.0.5:3000')).statusCode).toBe(401);
  });

  it("accepts a camera's readings by IP address, only with its token", async () => {
    await createFirst(publico);
    const casa = { host: 'park.exemplo.br', origin: 'https://park.exemplo.br' };
    publico.token = tokenOf(await post(publico, '/api/auth/sign-up/email', CONTA, casa));
    await publico.db.updateTable('contas').set({ admin: 1 }).execute();
    const criado = await publico.request({
      method: 'POST',
      url: '/api/dispositivos',
      payload: { nome: 'Portaria 1', dialeto: 'unipark' },
      headers: casa,
    });
    const { token } = criado.json();
    const caminho = '/api/leituras/unipark';
    const corpo = { placa: 'ABC1D23' };
    const headers = { host: '10.0.0.5:3000', 'content-type': 'application/json' };
    const lida = await sendMensagem(publico, caminho, corpo, {
      ...headers,
      ...bearerHeaders(token),
    });
    expect(lida.statusCode).toBe(201);
    expect((await sendMensagem(publico, caminho, corpo, headers)).statusCode).toBe(401);
  });
});

it.each([
  ['[::1]:80', 'http:', '[::1]'],
  ['[0:0:0:0:0:0:0:1]:3000', 'http:', '[::1]:3000'],
  ['A.br:443', 'https:', 'a.br'],
  ['A.br:443', 'http:', 'a.br:443'],
  ['a.br:', 'https:', 'a.br'],
  ['', 'http:', ''],
  ['a b', 'http:', ''],
  ['::1', 'http:', ''],
])('the authority %j over %s is compared as %j', (host, protocolo, esperado) => {
  expect(normalizeAuthority(host, protocolo)).toBe(esperado);
});
