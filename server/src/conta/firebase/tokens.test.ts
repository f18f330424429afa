import { createHmac, createPublicKey } from 'node:crypto';
import { type CryptoKey, exportSPKI, importJWK } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { post, signInWith } from '../../../test/conta.ts';
import {
  buildFirebaseApp,
  createChave,
  type FirebaseProvider,
  MARCIA,
  nowInSeconds,
  signIn,
  startProvedor,
  type TestKey,
} from '../../../test/firebase.ts';

let provedor: FirebaseProvider;
let teste: TestApp;
let alheia: TestKey;
/** The sign-in time of the session that the forged tokens name. */
let entrouEm: number;

const b64 = (valor: unknown): string => Buffer.from(JSON.stringify(valor)).toString('base64url');

beforeAll(async () => {
  provedor = await startProvedor();
  teste = await buildFirebaseApp(provedor);
  alheia = await createChave(provedor.chave.kid);
  entrouEm = nowInSeconds();
  const resposta = await signIn(teste, await good());
  expect(resposta.statusCode, resposta.body).toBe(200);
});
afterAll(async () => {
  await teste.close();
  await provedor.close();
});
afterEach(() => {
  vi.useRealTimers();
});

const good = () => provedor.mint({ claims: { auth_time: entrouEm } });

const forge = (claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}) =>
  provedor.mint({ claims: { auth_time: entrouEm, ...claims }, header });

const mintSigned = (chave: CryptoKey | Uint8Array, header: Record<string, unknown> = {}) =>
  provedor.mint({ claims: { auth_time: entrouEm }, header, chave });

/** A token like the official emulator's: no algorithm, no signature. */
async function unsigned(alg: string, assinatura = ''): Promise<string> {
  const [, corpo] = (await good()).split('.');
  return `${b64({ alg, typ: 'JWT' })}.${corpo}.${assinatura}`;
}

async function withPublicKeyAsSecret(): Promise<string> {
  const [, corpo] = (await good()).split('.');
  const chave = (await importJWK(provedor.chave.publica, 'RS256')) as CryptoKey;
  const cabeca = b64({ alg: 'HS256', typ: 'JWT', kid: provedor.chave.kid });
  const mac = createHmac('sha256', await exportSPKI(chave)).update(`${cabeca}.${corpo}`);
  return `${cabeca}.${corpo}.${mac.digest('base64url')}`;
}

const FALSOS: [nome: string, token: () => Promise<string>][] = [
  ['the emulator (alg none)', () => unsigned('none')],
  ['alg None', () => unsigned('None')],
  ['alg NONE with a signature', () => unsigned('NONE', 'AAAA')],
  ['RS256 without a signature', () => unsigned('RS256')],
  ['HS256 with the public key', withPublicKeyAsSecret],
  ['PS256 with the right key', async () => forgeWithAlg('PS256', 'RSA-PSS')],
  ['RS512 with the right key', async () => forgeWithAlg('RS512', 'RSASSA-PKCS1-v1_5', 'SHA-512')],
  ['another key', () => mintSigned(alheia.privada)],
  ['unknown kid', () => forge({}, { kid: 'outra' })],
  ['kid as a path', () => forge({}, { kid: '../../../dev/null' })],
  ['kid as an address', () => forge({}, { kid: 'https://mal.exemplo.br/k' })],
  ['no kid', () => forge({}, { kid: undefined })],
  ['empty kid', () => forge({}, { kid: '' })],
  ['embedded jwk', () => mintSigned(alheia.privada, { kid: undefined, jwk: alheia.publica })],
  ['jku of its own', () => mintSigned(alheia.privada, { jku: 'https://mal.exemplo.br/jwks' })],
  ['x5u of its own', () => mintSigned(alheia.privada, { x5u: 'https://mal.exemplo.br/x.pem' })],
  ['unknown critical header', async () => withCritical()],
  ['wrong issuer', () => forge({ iss: 'https://securetoken.google.com/outro' })],
  ['issuer with a suffix', () => forge({ iss: 'https://securetoken.google.com/demo-unipark/x' })],
  [
    'session cookie of the provider',
    () => forge({ iss: 'https://session.firebase.google.com/demo-unipark' }),
  ],
  ['no issuer', () => forge({ iss: undefined })],
  ['wrong audience', () => forge({ aud: 'outro-projeto' })],
  ['no audience', () => forge({ aud: undefined })],
  ['several audiences', () => forge({ aud: ['demo-unipark', 'outro'] })],
  ['expired by 61 s', () => forge({ exp: nowInSeconds() - 61 })],
  ['no expiry', () => forge({ exp: undefined })],
  ['expiry as text', () => forge({ exp: String(nowInSeconds() + 600) })],
  ['issued in the future', () => forge({ iat: nowInSeconds() + 120 })],
  ['no issue time', () => forge({ iat: undefined })],
  ['not valid yet', () => forge({ nbf: nowInSeconds() + 120 })],
  ['a sign-in in the future', () => forge({ auth_time: nowInSeconds() + 120 })],
  ['no sign-in time', () => forge({ auth_time: undefined })],
  ['sign-in time as text', () => forge({ auth_time: String(entrouEm) })],
  ['sign-in time as a fraction', () => forge({ auth_time: entrouEm + 0.5 })],
  ['empty sub', () => forge({ sub: '' })],
  ['no sub', () => forge({ sub: undefined })],
  ['sub as a number', () => forge({ sub: 7 })],
  ['sub of 129 characters', () => forge({ sub: 'x'.repeat(129) })],
  ['a tenant', () => forge({ firebase: { tenant: 'outro' } })],
  ['truncated', async () => (await good()).slice(0, -3)],
  ['without its signature', async () => (await good()).split('.').slice(0, 2).join('.')],
  ['signature twice', async () => `${await good()}.${(await good()).split('.')[2]}`],
  [
    'another body',
    async () => {
      const [cabeca, , assinatura] = (await good()).split('.');
      const [, corpo] = (await forge({ sub: 'uid-outra' })).split('.');
      return `${cabeca}.${corpo}.${assinatura}`;
    },
  ],
  ['64 KB', async () => `${await good()}${'A'.repeat(65_536)}`],
];

/** Signed by the right key, with an algorithm that the provider does not use. */
async function forgeWithAlg(alg: string, name: string, hash = 'SHA-256'): Promise<string> {
  const bytes = await crypto.subtle.exportKey('pkcs8', provedor.chave.privada);
  const chave = await crypto.subtle.importKey('pkcs8', bytes, { name, hash }, false, ['sign']);
  return provedor.mint({ claims: { auth_time: entrouEm }, header: { alg }, chave });
}

async function withCritical(): Promise<string> {
  const [, corpo] = (await good()).split('.');
  const cabeca = b64({ alg: 'RS256', kid: provedor.chave.kid, crit: ['regra'], regra: 1 });
  const dados = new TextEncoder().encode(`${cabeca}.${corpo}`);
  const bytes = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', provedor.chave.privada, dados);
  return `${cabeca}.${corpo}.${Buffer.from(bytes).toString('base64url')}`;
}

test('the valid token passes, also from the cache', async () => {
  const token = await good();
  expect(await signInWith(teste, token)).toBe(200);
  expect(await signInWith(teste, token)).toBe(200);
});

describe('a token that is not valid is 401, as bearer and at sign-in', () => {
  test.each(FALSOS)('%s', async (_nome, token) => {
    const falso = await token();
    expect(await signInWith(teste, falso)).toBe(401);
    const { statusCode } = await signIn(teste, falso);
    expect([400, 401, 413]).toContain(statusCode);
  });

  test.each([
    ['a person who never signed in', () => forge({ sub: 'uid-de-ninguem' })],
    ['a sign-in that was never used here', () => forge({ auth_time: entrouEm - 5 })],
  ])('%s has no session, so a valid token opens nothing', async (_nome, token) => {
    expect(await signInWith(teste, await token())).toBe(401);
  });

  test('there are more than two dozen forms', () => {
    expect(FALSOS.length).toBeGreaterThan(24);
  });

  test('the valid token does not pass in a wrong place', async () => {
    const token = await good();
    const semBearer = { as: null, url: `/db/veiculos?limite=1&token=${token}` };
    expect((await teste.request(semBearer)).statusCode).toBe(401);
    const cookie = {
      as: null,
      url: '/db/veiculos?limite=1',
      headers: { cookie: `token=${token}` },
    };
    expect((await teste.request(cookie)).statusCode).toBe(401);
  });
});

test('two clocks may differ by a minute', async () => {
  expect(await signInWith(teste, await forge({ exp: nowInSeconds() - 50 }))).toBe(200);
  expect(await signInWith(teste, await forge({ iat: nowInSeconds() + 50 }))).toBe(200);
});

test('a cached token is forgotten when it expires', async () => {
  const token = await good();
  expect(await signInWith(teste, token)).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_590_000 });
  expect(await signInWith(teste, token)).toBe(200);
  vi.setSystemTime((nowInSeconds() + 75) * 1_000);
  expect(await signInWith(teste, token)).toBe(401);
});

describe('each mode reads only its own tokens', () => {
  test('a token of the provider opens nothing of a local installation', async () => {
    const local = await buildTestApp();
    try {
      expect(await signInWith(local, await good())).toBe(401);
      const { statusCode } = await signIn(local, await good());
      expect(statusCode).toBe(404);
    } finally {
      await local.close();
    }
  });

  test('a local token opens nothing here, although its session is open', async () => {
    const local = await buildTestApp();
    try {
      expect(await signInWith(local, local.token)).toBe(200);
      expect(await signInWith(teste, local.token)).toBe(401);
      expect((await signIn(teste, local.token)).statusCode).toBe(401);
    } finally {
      await local.close();
    }
  });

  test.each([
    ['/api/auth/sign-up/email', { ...MARCIA, password: 'cancela-azul-42' }],
    ['/api/auth/sign-in/email', { email: MARCIA.email, password: 'cancela-azul-42' }],
    ['/api/auth/token', {}],
    ['/api/auth/newpassword/confirmar', { token: 'x', password: 'cancela-azul-42' }],
    ['/api/auth/verify', { token: 'x' }],
  ])('%s is closed, with the reason', async (url, corpo) => {
    const resposta = await post(teste, url, corpo);
    expect(resposta.statusCode).toBe(403);
    expect(resposta.json()).toMatchObject({
      codigo: 'conta-externa',
      mensagem: 'Nesta instalação, as contas e as senhas são do provedor externo.',
    });
    expect(resposta.headers['set-cookie']).toBeUndefined();
  });

  test('the profile does not offer a password', async () => {
    const resposta = await teste.request({
      method: 'POST',
      url: '/api/perfil/senha',
      payload: { atual: 'a', nova: 'b' },
      as: await good(),
    });
    expect(resposta.statusCode).toBe(403);
    expect(resposta.json().codigo).toBe('conta-externa');
  });
});

test('the public key of the test is the published one', () => {
  const [publicada] = provedor.chaves;
  expect(createPublicKey({ key: publicada as never, format: 'jwk' }).asymmetricKeyType).toBe('rsa');
});
