import { createHmac, createPublicKey } from 'node:crypto';
import { type CryptoKey, exportSPKI, importJWK } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { entraCom, post } from '../../../test/conta.ts';
import {
  agora,
  buildFirebaseApp,
  type Chave,
  createChave,
  entrar,
  MARCIA,
  type Provedor,
  startProvedor,
} from '../../../test/firebase.ts';

let provedor: Provedor;
let teste: TestApp;
let alheia: Chave;
/** The moment of signing in of the session that the forged tokens claim to be of. */
let entrouEm: number;

const b64 = (valor: unknown): string => Buffer.from(JSON.stringify(valor)).toString('base64url');

beforeAll(async () => {
  provedor = await startProvedor();
  teste = await buildFirebaseApp(provedor);
  alheia = await createChave(provedor.chave.kid);
  entrouEm = agora();
  const resposta = await entrar(teste, await good());
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

const forjar = (claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}) =>
  provedor.mint({ claims: { auth_time: entrouEm, ...claims }, header });

const assinado = (chave: CryptoKey | Uint8Array, header: Record<string, unknown> = {}) =>
  provedor.mint({ claims: { auth_time: entrouEm }, header, chave });

/** As the official emulator makes them: no algorithm, no signature. */
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
  ['PS256 with the right key', async () => forjarComAlg('PS256', 'RSA-PSS')],
  ['RS512 with the right key', async () => forjarComAlg('RS512', 'RSASSA-PKCS1-v1_5', 'SHA-512')],
  ['another key', () => assinado(alheia.privada)],
  ['unknown kid', () => forjar({}, { kid: 'outra' })],
  ['kid as a path', () => forjar({}, { kid: '../../../dev/null' })],
  ['kid as an address', () => forjar({}, { kid: 'https://mal.exemplo.br/k' })],
  ['no kid', () => forjar({}, { kid: undefined })],
  ['empty kid', () => forjar({}, { kid: '' })],
  ['embedded jwk', () => assinado(alheia.privada, { kid: undefined, jwk: alheia.publica })],
  ['jku of its own', () => assinado(alheia.privada, { jku: 'https://mal.exemplo.br/jwks' })],
  ['x5u of its own', () => assinado(alheia.privada, { x5u: 'https://mal.exemplo.br/x.pem' })],
  ['unknown critical header', async () => withCritical()],
  ['wrong issuer', () => forjar({ iss: 'https://securetoken.google.com/outro' })],
  [
    'issuer with more behind it',
    () => forjar({ iss: 'https://securetoken.google.com/demo-unipark/x' }),
  ],
  [
    'session cookie of the provider',
    () => forjar({ iss: 'https://session.firebase.google.com/demo-unipark' }),
  ],
  ['no issuer', () => forjar({ iss: undefined })],
  ['wrong audience', () => forjar({ aud: 'outro-projeto' })],
  ['no audience', () => forjar({ aud: undefined })],
  ['several audiences', () => forjar({ aud: ['demo-unipark', 'outro'] })],
  ['expired by 61 s', () => forjar({ exp: agora() - 61 })],
  ['no expiry', () => forjar({ exp: undefined })],
  ['expiry as text', () => forjar({ exp: String(agora() + 600) })],
  ['issued in the future', () => forjar({ iat: agora() + 120 })],
  ['no moment of issue', () => forjar({ iat: undefined })],
  ['not valid yet', () => forjar({ nbf: agora() + 120 })],
  ['signed in in the future', () => forjar({ auth_time: agora() + 120 })],
  ['no moment of signing in', () => forjar({ auth_time: undefined })],
  ['moment of signing in as text', () => forjar({ auth_time: String(entrouEm) })],
  ['moment of signing in as a fraction', () => forjar({ auth_time: entrouEm + 0.5 })],
  ['empty sub', () => forjar({ sub: '' })],
  ['no sub', () => forjar({ sub: undefined })],
  ['sub as a number', () => forjar({ sub: 7 })],
  ['sub of 129 characters', () => forjar({ sub: 'x'.repeat(129) })],
  ['a tenant', () => forjar({ firebase: { tenant: 'outro' } })],
  ['truncated', async () => (await good()).slice(0, -3)],
  ['without its signature', async () => (await good()).split('.').slice(0, 2).join('.')],
  ['signature twice', async () => `${await good()}.${(await good()).split('.')[2]}`],
  [
    'another body',
    async () => {
      const [cabeca, , assinatura] = (await good()).split('.');
      const [, corpo] = (await forjar({ sub: 'uid-outra' })).split('.');
      return `${cabeca}.${corpo}.${assinatura}`;
    },
  ],
  ['64 KB', async () => `${await good()}${'A'.repeat(65_536)}`],
];

/** Signed by the right key, with an algorithm that the provider does not use. */
async function forjarComAlg(alg: string, name: string, hash = 'SHA-256'): Promise<string> {
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

test('the good token passes, and again from what is remembered of it', async () => {
  const token = await good();
  expect(await entraCom(teste, token)).toBe(200);
  expect(await entraCom(teste, token)).toBe(200);
});

describe('a token that must not pass is 401, as bearer and at the door', () => {
  test.each(FALSOS)('%s', async (_nome, token) => {
    const falso = await token();
    expect(await entraCom(teste, falso)).toBe(401);
    const { statusCode } = await entrar(teste, falso);
    expect([400, 401, 413]).toContain(statusCode);
  });

  test.each([
    ['a person who never came in', () => forjar({ sub: 'uid-de-ninguem' })],
    ['a signing in that was never shown', () => forjar({ auth_time: entrouEm - 5 })],
  ])('%s has no session, so a good token opens nothing', async (_nome, token) => {
    expect(await entraCom(teste, await token())).toBe(401);
  });

  test('there are more than two dozen of them', () => {
    expect(FALSOS.length).toBeGreaterThan(24);
  });

  test('nor does the good one where it does not belong', async () => {
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
  expect(await entraCom(teste, await forjar({ exp: agora() - 50 }))).toBe(200);
  expect(await entraCom(teste, await forjar({ iat: agora() + 50 }))).toBe(200);
});

test('a remembered token is forgotten when its hour is over', async () => {
  const token = await good();
  expect(await entraCom(teste, token)).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_590_000 });
  expect(await entraCom(teste, token)).toBe(200);
  vi.setSystemTime((agora() + 75) * 1_000);
  expect(await entraCom(teste, token)).toBe(401);
});

describe('each mode reads its own tokens alone', () => {
  test('a token of the provider opens nothing of a local installation', async () => {
    const local = await buildTestApp();
    try {
      expect(await entraCom(local, await good())).toBe(401);
      const { statusCode } = await entrar(local, await good());
      expect(statusCode).toBe(404);
    } finally {
      await local.close();
    }
  });

  test('a token of ours opens nothing here, though its session lives', async () => {
    const local = await buildTestApp();
    try {
      expect(await entraCom(local, local.token)).toBe(200);
      expect(await entraCom(teste, local.token)).toBe(401);
      expect((await entrar(teste, local.token)).statusCode).toBe(401);
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
  ])('%s is closed, and says why', async (url, corpo) => {
    const resposta = await post(teste, url, corpo);
    expect(resposta.statusCode).toBe(403);
    expect(resposta.json()).toMatchObject({
      codigo: 'conta-externa',
      mensagem: 'Nesta instalação, as contas e as senhas são do provedor externo.',
    });
    expect(resposta.headers['set-cookie']).toBeUndefined();
  });

  test('a password has no place in the profile', async () => {
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

test('the public key of the test is the one published', () => {
  const [publicada] = provedor.chaves;
  expect(createPublicKey({ key: publicada as never, format: 'jwk' }).asymmetricKeyType).toBe('rsa');
});
