import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { rmSync } from 'node:fs';
import { importJWK, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../test/app.ts';
import { entraCom, post, tokenDe } from '../../test/conta.ts';
import { createIdentidade, type IdentidadeLocal } from './identidade.ts';

let teste: TestApp;
let identidade: IdentidadeLocal;
/** A key whose public half stands in our table, so that only the claims are forged. */
let nossa: { kid: string; privada: KeyObject };
let alheia: KeyObject;
let bom: { sub: string; sid: string; iss: string; aud: string };

const agora = (): number => Math.floor(Date.now() / 1_000);
const b64 = (valor: unknown): string => Buffer.from(JSON.stringify(valor)).toString('base64url');
const parte = (token: string, qual: number) =>
  JSON.parse(Buffer.from(token.split('.')[qual] ?? '', 'base64url').toString());

beforeAll(async () => {
  teste = await buildTestApp();
  identidade = await createIdentidade({
    db: teste.db,
    config: { dataDir: teste.dataDir, publicUrl: null, mfaAdmin: false },
  });
  const { sub, sid, iss, aud } = parte(teste.token, 1);
  bom = { sub, sid, iss, aud };
  const par = generateKeyPairSync('ed25519');
  const kid = 'chave-de-teste';
  const jwk = JSON.stringify(par.publicKey.export({ format: 'jwk' }));
  await teste.db
    .insertInto('jwks')
    .values({
      id: kid,
      publicKey: jwk,
      privateKey: '',
      alg: 'EdDSA',
      createdAt: '2020-01-01T00:00:00.000Z',
    } as never)
    .execute();
  nossa = { kid, privada: par.privateKey };
  alheia = generateKeyPairSync('ed25519').privateKey;
});
afterAll(() => teste.close());
afterEach(() => {
  vi.useRealTimers();
});

interface Forja {
  header?: object;
  claims?: Record<string, unknown>;
  chave?: KeyObject | Uint8Array;
}

const forjar = ({ header = {}, claims = {}, chave = nossa.privada }: Forja = {}) => {
  const todas = { ...bom, iat: agora(), exp: agora() + 600, ...claims };
  return new SignJWT(JSON.parse(JSON.stringify(todas)))
    .setProtectedHeader({ alg: 'EdDSA', kid: nossa.kid, ...header } as never)
    .sign(chave);
};

const semAssinatura = (alg: string) =>
  `${b64({ alg, kid: nossa.kid })}.${b64({ ...bom, iat: agora(), exp: agora() + 600 })}.`;

const criticoDesconhecido = () => {
  const cabeca = b64({ alg: 'EdDSA', kid: nossa.kid, crit: ['regra'], regra: 1 });
  const corpo = `${cabeca}.${b64({ ...bom, iat: agora(), exp: agora() + 600 })}`;
  return `${corpo}.${sign(null, Buffer.from(corpo), nossa.privada).toString('base64url')}`;
};

const publicaComoSegredo = async () => {
  const { publicKey } = await teste.db
    .selectFrom('jwks')
    .select('publicKey')
    .where('id', '=', nossa.kid)
    .executeTakeFirstOrThrow();
  return Buffer.from(publicKey);
};

const FALSOS: [nome: string, token: () => string | Promise<string>][] = [
  ['alg none', () => semAssinatura('none')],
  ['alg None', () => semAssinatura('None')],
  ['alg NONE with a signature', () => `${semAssinatura('NONE')}AAAA`],
  [
    'HS256 with the public key',
    async () => forjar({ header: { alg: 'HS256' }, chave: await publicaComoSegredo() }),
  ],
  ['alg Ed25519', () => forjar({ header: { alg: 'Ed25519' } })],
  ['another key', () => forjar({ chave: alheia })],
  ['unknown kid', () => forjar({ header: { kid: 'outra' } })],
  ['kid as a path', () => forjar({ header: { kid: '../../../dev/null' } })],
  ['kid as SQL', () => forjar({ header: { kid: "x' or '1'='1" } })],
  ['no kid', () => forjar({ header: { kid: undefined } })],
  [
    'embedded jwk',
    () =>
      forjar({
        chave: alheia,
        header: { kid: undefined, jwk: createPublicKey(alheia).export({ format: 'jwk' }) },
      }),
  ],
  [
    'jku of its own',
    () => forjar({ chave: alheia, header: { jku: 'https://mal.exemplo.br/jwks' } }),
  ],
  [
    'x5u of its own',
    () => forjar({ chave: alheia, header: { x5u: 'https://mal.exemplo.br/x.pem' } }),
  ],
  ['unknown critical header', criticoDesconhecido],
  ['wrong issuer', () => forjar({ claims: { iss: 'urn:uuid:outro' } })],
  ['no issuer', () => forjar({ claims: { iss: undefined } })],
  ['wrong audience', () => forjar({ claims: { aud: 'outra-api' } })],
  ['no audience', () => forjar({ claims: { aud: undefined } })],
  ['no exp', () => forjar({ claims: { exp: undefined } })],
  ['no iat', () => forjar({ claims: { iat: undefined } })],
  ['no sub', () => forjar({ claims: { sub: undefined } })],
  ['no sid', () => forjar({ claims: { sid: undefined } })],
  ['sid that is no text', () => forjar({ claims: { sid: { like: '%' } } })],
  ['unknown sid', () => forjar({ claims: { sid: 'sessao-inventada' } })],
  ['foreign sub for the sid', () => forjar({ claims: { sub: 'outra-pessoa' } })],
  ['expired by 61 s', () => forjar({ claims: { iat: agora() - 661, exp: agora() - 61 } })],
  ['nbf in 61 s', () => forjar({ claims: { nbf: agora() + 61 } })],
  ['truncated', async () => (await forjar()).slice(0, -8)],
  ['doubled signature', async () => `${await forjar()}.${(await forjar()).split('.')[2]}`],
  [
    'claims changed after signing',
    async () => {
      const [cabeca, , assinatura] = (await forjar()).split('.');
      return `${cabeca}.${b64({ ...bom, exp: agora() + 9_999 })}.${assinatura}`;
    },
  ],
  ['64 KB', async () => forjar({ claims: { enchimento: 'x'.repeat(64_000) } })],
  ['empty', () => ''],
  ['two dots', () => '..'],
  ['the session id', () => bom.sid],
];

describe('a bearer', () => {
  test('made by these helpers passes, so the forms below fail for their own reason', async () => {
    expect(await entraCom(teste, await forjar())).toBe(200);
    expect(await entraCom(teste, await forjar({ claims: { exp: agora() - 55 } }))).toBe(200);
    expect(await entraCom(teste, await forjar({ claims: { nbf: agora() + 55 } }))).toBe(200);
  });

  test.each(FALSOS)('is refused: %s', async (_nome, forma) => {
    const falso = await forma();
    expect(await identidade.verify(falso)).toBeUndefined();
    expect(await entraCom(teste, falso)).toBe(401);
    expect(await entraCom(teste, falso)).toBe(401);
  });

  test('is read from the Authorization header alone', async () => {
    const { app, token } = teste;
    const pedidos = [
      { url: `/db/veiculos?limite=1&token=${token}` },
      { url: '/db/veiculos?limite=1', headers: { cookie: `token=${token}` } },
      { url: '/db/veiculos?limite=1', headers: { 'x-access-token': token } },
      { url: '/db/veiculos?limite=1', headers: { authorization: token } },
      { url: '/db/veiculos?limite=1', headers: { authorization: `Basic ${token}` } },
    ];
    for (const pedido of pedidos) expect((await app.inject(pedido)).statusCode).toBe(401);
  });

  test('is refused when its key is no EdDSA key, though it stands in our table', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const jwk = JSON.stringify(publicKey.export({ format: 'jwk' }));
    await teste.db
      .insertInto('jwks')
      .values({
        id: 'rsa',
        publicKey: jwk,
        privateKey: '',
        alg: 'RS256',
        createdAt: '2020-01-01T00:00:00.000Z',
      } as never)
      .execute();
    const falso = await forjar({ header: { alg: 'RS256', kid: 'rsa' }, chave: privateKey });
    expect(await entraCom(teste, falso)).toBe(401);
  });

  test('lives ten minutes and carries no more than it needs', async () => {
    const resposta = await post(teste, '/api/auth/sign-in/email', {
      email: CONTA.email,
      password: CONTA.password,
    });
    const token = tokenDe(resposta);
    const { iat, exp, ...claims } = parte(token, 1);
    expect(exp - iat).toBe(600);
    expect(Object.keys(claims).sort()).toEqual(['aud', 'iss', 'sid', 'sub']);
    expect(parte(token, 0)).toEqual({ alg: 'EdDSA', kid: expect.any(String) });
    expect(await entraCom(teste, token)).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 659_000 });
    expect(await entraCom(teste, token)).toBe(200);
    vi.setSystemTime(Date.now() + 3_000);
    expect(await entraCom(teste, token)).toBe(401);
  });

  test('a cached signature does not outlive the session', async () => {
    const resposta = await post(teste, '/api/auth/sign-in/email', {
      email: CONTA.email,
      password: CONTA.password,
    });
    const token = tokenDe(resposta);
    for (let i = 0; i < 3; i += 1) expect(await entraCom(teste, token)).toBe(200);
    await teste.db.deleteFrom('session').where('id', '=', parte(token, 1).sid).execute();
    expect(await entraCom(teste, token)).toBe(401);
  });
});

describe('the signing key', () => {
  test('is kept encrypted', async () => {
    const [chave] = await teste.db
      .selectFrom('jwks')
      .selectAll()
      .where('id', 'not in', ['rsa', nossa.kid])
      .execute();
    const guardada = JSON.stringify(chave);
    expect(guardada).not.toContain('"d\\"');
    await expect(importJWK(JSON.parse(String(Object(chave).privateKey)))).rejects.toThrow();
    expect(() => createPrivateKey(String(Object(chave).privateKey))).toThrow();
  });

  test('issuer and audience are the same after a restart', async () => {
    const outra = await createIdentidade({
      db: teste.db,
      config: { dataDir: teste.dataDir, publicUrl: null, mfaAdmin: false },
    });
    expect(await outra.verify(teste.token)).toMatchObject({ email: CONTA.email });
  });

  test('a lost secret costs the sessions, not the installation', async () => {
    const perdida = await buildTestApp();
    rmSync(`${perdida.dataDir}/identidade.segredo`);
    const config = { dataDir: perdida.dataDir, publicUrl: null, mfaAdmin: false };
    const nova = await createIdentidade({ db: perdida.db, config });
    expect(await nova.verify(perdida.token)).toBeUndefined();
    const { sub, sid } = parte(perdida.token, 1);
    expect(await nova.verify(await nova.tokens.issue(sub, sid))).toBeDefined();
    await perdida.close();
  });
});
