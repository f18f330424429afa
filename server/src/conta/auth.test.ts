import { getMigrations } from 'better-auth/db/migration';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../test/app.ts';
import { post, tokenDe } from '../../test/conta.ts';
import { authOptions } from './auth.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());

const opcoes = (publicUrl: URL | null = null) =>
  authOptions({
    db: teste.db,
    segredo: 'x'.repeat(64),
    publicUrl,
    emissor: { issuer: 'a', audience: 'b' },
  });

test('our migration leaves the library nothing to create or to add', async () => {
  const avisos = vi.fn();
  const plano = await getMigrations({ ...opcoes(), logger: { level: 'debug', log: avisos } });
  expect(plano.toBeCreated).toEqual([]);
  expect(plano.toBeAdded).toEqual([]);
  expect(await plano.compileMigrations()).toMatch(/^;?$/);
  expect(avisos.mock.calls.filter(([nivel]) => nivel !== 'debug')).toEqual([]);
});

test('hardening: what the library would do otherwise', () => {
  const { emailAndPassword, plugins, ...resto } = opcoes();
  expect(plugins.map(({ id }) => id)).toEqual(['unipark-entrar', 'jwt']);
  expect(emailAndPassword).toEqual({ enabled: false });
  expect(resto).toMatchObject({
    telemetry: { enabled: false },
    verification: { storeIdentifier: 'hashed' },
    session: { expiresIn: 43_200, updateAge: 600, cookieCache: { enabled: false } },
    advanced: { ipAddress: { ipAddressHeaders: ['x-unipark-ip'] }, useSecureCookies: false },
  });
  expect(opcoes(new URL('https://park.exemplo.br')).advanced.useSecureCookies).toBe(true);
  expect(opcoes(new URL('http://10.0.0.9')).advanced.useSecureCookies).toBe(false);
});

describe("the library's own addresses", () => {
  test.each([
    ['GET', '/api/auth/ok'],
    ['GET', '/api/auth/get-session'],
    ['GET', '/api/auth/token'],
    ['GET', '/api/auth/jwks'],
    ['GET', '/api/auth/list-sessions'],
    ['GET', '/api/auth/error'],
    ['GET', '/api/auth/reference'],
    ['GET', '/api/auth/verify-email?token=x'],
    ['GET', '/api/auth/reset-password/x'],
    ['POST', '/api/auth/update-user'],
    ['POST', '/api/auth/change-password'],
    ['POST', '/api/auth/change-email'],
    ['POST', '/api/auth/delete-user'],
    ['POST', '/api/auth/set-password'],
    ['POST', '/api/auth/sign-in/social'],
    ['POST', '/api/auth/sign-in/username'],
    ['POST', '/api/auth/request-password-reset'],
    ['POST', '/api/auth/reset-password'],
    ['POST', '/api/auth/revoke-sessions'],
    ['POST', '/api/auth/link-social'],
    ['POST', '/api/auth/admin/set-role'],
    ['POST', '/api/auth/admin/impersonate-user'],
    ['POST', '/api/auth/sign-jwt'],
  ] as const)('%s %s is no address of ours', async (method, url) => {
    const payload = method === 'POST' ? { payload: {} } : {};
    expect((await teste.request({ method, url, ...payload })).statusCode).toBe(404);
  });
});

test('the address of a session is the one the server saw', async () => {
  const resposta = await teste.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email: CONTA.email, password: CONTA.password },
    remoteAddress: '192.0.2.7',
    headers: { 'x-unipark-ip': '203.0.113.9', 'user-agent': 'u'.repeat(900) },
  });
  const { sid } = JSON.parse(
    Buffer.from(tokenDe(resposta).split('.')[1] ?? '', 'base64url').toString(),
  );
  const sessao = await teste.db
    .selectFrom('session')
    .select(['ipAddress', 'userAgent'])
    .where('id', '=', sid)
    .executeTakeFirstOrThrow();
  expect(sessao.ipAddress).toBe('192.0.2.7');
  expect(sessao.userAgent).toHaveLength(300);
});

test('a sign-up that fails midway leaves nothing', async () => {
  const contar = async () => {
    const linhas = await teste.db.selectFrom('user').select('id').execute();
    return linhas.length;
  };
  const antes = await contar();
  await teste.db.schema.alterTable('session').renameTo('session_fora').execute();
  const nova = { ...CONTA, email: 'meia@unilavras.edu.br' };
  expect((await post(teste, '/api/auth/sign-up/email', nova)).statusCode).toBe(500);
  expect(await contar()).toBe(antes);
  await teste.db.schema.alterTable('session_fora').renameTo('session').execute();
  expect((await post(teste, '/api/auth/sign-up/email', nova)).statusCode).toBe(200);
});
