import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { rmSync } from 'node:fs';
import { importJWK } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../test/app.ts';
import { entraCom, post, tokenDe } from '../../test/conta.ts';
import { agora, createForja, type Forja, parte } from '../../test/forja.ts';
import { createIdentidade, type IdentidadeLocal } from './identidade.ts';

let teste: TestApp;
let identidade: IdentidadeLocal;
let forja: Forja;

beforeAll(async () => {
  teste = await buildTestApp();
  identidade = await createIdentidade({
    db: teste.db,
    config: { dataDir: teste.dataDir, publicUrl: null, mfaAdmin: false },
  });
  forja = await createForja(teste.db, teste.token);
});
afterAll(() => teste.close());
afterEach(() => {
  vi.useRealTimers();
});

describe('a bearer', () => {
  test('made by these helpers passes, so the forms below fail for their own reason', async () => {
    expect(await entraCom(teste, await forja.forjar())).toBe(200);
    expect(await entraCom(teste, await forja.forjar({ claims: { exp: agora() - 55 } }))).toBe(200);
    expect(await entraCom(teste, await forja.forjar({ claims: { nbf: agora() + 55 } }))).toBe(200);
  });

  test('is refused in every forged form, and again once it was seen', async () => {
    expect(forja.falsos.length).toBeGreaterThan(24);
    for (const [nome, forma] of forja.falsos) {
      const falso = await forma();
      expect(await identidade.verify(falso), nome).toBeUndefined();
      expect(await entraCom(teste, falso), nome).toBe(401);
      expect(await entraCom(teste, falso), nome).toBe(401);
    }
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
    const falso = await forja.forjar({ header: { alg: 'RS256', kid: 'rsa' }, chave: privateKey });
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
      .where('id', 'not in', ['rsa', forja.kid])
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
