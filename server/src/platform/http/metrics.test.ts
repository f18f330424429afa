import { afterEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';

const TOKEN = 'um-segredo-de-vinte-e-seis';
const EXPOSTO = { HOST: '0.0.0.0', SIGNUP_MODE: 'aberto' };

let teste: TestApp | undefined;
afterEach(async () => {
  await teste?.close();
  teste = undefined;
});

async function ask(env: Record<string, string>, headers: Record<string, string> = {}) {
  teste = await buildTestApp({ env, account: false });
  return teste.app.inject({ url: '/metrics', headers });
}

it('a local installation shows its metrics to its own machine', async () => {
  const resposta = await ask({});
  expect(resposta.statusCode).toBe(200);
  expect(resposta.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(resposta.body).toMatch(/^process_cpu_seconds_total \d/m);
  expect(resposta.body).toContain('# TYPE camera_up gauge');
  expect(resposta.body).toMatch(/^mail_pending 0$/m);
  expect(resposta.body).toMatch(/^mail_given_up 0$/m);
});

it('a local installation refuses a request through a proxy', async () => {
  expect((await ask({}, { 'x-forwarded-for': '10.0.0.1' })).statusCode).toBe(421);
});

it('an exposed server without METRICS_TOKEN has no such address', async () => {
  const resposta = await ask(EXPOSTO, { authorization: `Bearer ${TOKEN}` });
  expect([resposta.statusCode, resposta.json().codigo]).toEqual([404, 'nao-encontrado']);
});

it.each([
  ['the token', `Bearer ${TOKEN}`, 200],
  ['no token', '', 401],
  ['a longer token', `Bearer ${TOKEN}x`, 401],
  ['another scheme', `Basic ${TOKEN}`, 401],
])('an exposed server with METRICS_TOKEN answers %s', async (_nome, authorization, status) => {
  const env = { ...EXPOSTO, METRICS_TOKEN: TOKEN };
  const resposta = await ask(env, authorization ? { authorization } : {});
  expect(resposta.statusCode).toBe(status);
  expect(resposta.body.includes('process_cpu')).toBe(status === 200);
});
