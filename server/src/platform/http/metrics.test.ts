import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { until } from '../../../test/espera.ts';

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
  expect(resposta.body).toMatch(/^jobs_open 0$/m);
  expect(resposta.body).toMatch(/^backup_age_seconds \+Inf$/m);
});

it('what cannot be read is absent, and the other measures are there', async () => {
  expect((await ask({})).statusCode).toBe(200);
  await teste?.db.destroy();
  const resposta = await teste?.app.inject({ url: '/metrics' });
  expect(resposta?.statusCode).toBe(200);
  expect(resposta?.body).toMatch(/^process_cpu_seconds_total \d/m);
  expect(resposta?.body).not.toMatch(/^(mail_pending|jobs_open) /m);
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

it('counts answers by route and status, refusals included, and live events by type', async () => {
  teste = await buildTestApp();
  const { request } = teste;
  await request({
    method: 'POST',
    url: '/db/proprietarios',
    payload: { matricula: '1', nome: 'Ana' },
  });
  await request({ method: 'GET', url: '/db/proprietarios/1' });
  await request({ method: 'GET', url: '/db/proprietarios/1', as: null });
  await request({ method: 'POST', url: '/db/ultimosveiculos', payload: { placa: 'RIO2A18' } });
  const readMetrics = async () => (await request({ method: 'GET', url: '/metrics' })).body;
  const rota =
    'http_request_duration_seconds_count{method="GET",route="/db/proprietarios/:matricula"';
  const body = await readMetrics();
  expect(body).toContain(`${rota},status="200"} 1`);
  expect(body).toContain(`${rota},status="401"} 1`);
  expect(body).toMatch(/^live_listeners \d/m);
  // PostgreSQL tells its nodes of an event a moment after the commit.
  await until(async () =>
    expect(await readMetrics()).toMatch(/^live_events_total\{type="[a-z.]+"\} \d/m),
  );
});

const NOMES =
  /\b((?:[a-z0-9]+_)+(?:seconds|bytes|ratio|total|up|viewers|pending|listeners|fds))(?:_count|_bucket)?(?=[{[ )\]>=])/g;

it('has every measure that the dashboard and the alerts name', async () => {
  const { body } = await ask({});
  const pasta = new URL('../../../../deploy/', import.meta.url);
  for (const arquivo of ['grafana/unipark.json', 'prometheus/unipark.rules.yml']) {
    const texto = readFileSync(new URL(arquivo, pasta), 'utf8');
    const nomes = [...texto.matchAll(NOMES)].map(([, nome]) => nome);
    expect(nomes.length).toBeGreaterThan(4);
    for (const nome of new Set(nomes))
      expect([nome, body.includes(`# TYPE ${nome} `)]).toEqual([nome, true]);
  }
});
