import { generateKeyPairSync } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../test/app.ts';
import { post, signInWith, tokenOf } from '../../test/conta.ts';
import { createForja, nowInSeconds, readPart, type TokenForge } from '../../test/forja.ts';
import { createCofre } from '../platform/secret.ts';
import { createChaves } from './chaves.ts';
import { createIdentidade, type IdentidadeLocal } from './identidade.ts';

let teste: TestApp;
let identidade: IdentidadeLocal;
let forja: TokenForge;

beforeAll(async () => {
  teste = await buildTestApp();
  identidade = await createIdentidade({
    db: teste.db,
    config: { dataDir: teste.dataDir, mfaAdmin: false },
  });
  forja = await createForja(teste.db, teste.token);
});
afterAll(() => teste.close());
afterEach(() => {
  vi.useRealTimers();
});

describe('a bearer', () => {
  test('made by these helpers passes, so the forms below fail for their own reason', async () => {
    expect(await signInWith(teste, await forja.forge())).toBe(200);
    expect(
      await signInWith(teste, await forja.forge({ claims: { exp: nowInSeconds() - 30 } })),
    ).toBe(200);
    expect(
      await signInWith(teste, await forja.forge({ claims: { nbf: nowInSeconds() + 59 } })),
    ).toBe(200);
  });

  test('is refused in every forged form, and again once it was seen', async () => {
    expect(forja.falsos.length).toBeGreaterThan(24);
    for (const [nome, forma] of forja.falsos) {
      const falso = await forma();
      expect(await identidade.verify(falso), nome).toBeUndefined();
      expect(await signInWith(teste, falso), nome).toBe(401);
      expect(await signInWith(teste, falso), nome).toBe(401);
    }
  });

  test('is read only from the Authorization header', async () => {
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

  test('is refused when its key is not an EdDSA key, even from our table', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const jwk = JSON.stringify(publicKey.export({ format: 'jwk' }));
    await teste.db
      .insertInto('chaves_assinatura')
      .values({ kid: 'rsa', publica: jwk, privada: '', criada_em: '2020-01-01T00:00:00.000Z' })
      .execute();
    const falso = await forja.forge({ header: { alg: 'RS256', kid: 'rsa' }, chave: privateKey });
    expect(await signInWith(teste, falso)).toBe(401);
  });

  test('is valid for ten minutes and contains only what it needs', async () => {
    const resposta = await post(teste, '/api/auth/sign-in/email', {
      email: CONTA.email,
      password: CONTA.password,
    });
    const token = tokenOf(resposta);
    const { iat, exp, ...claims } = readPart(token, 1);
    expect(exp - iat).toBe(600);
    expect(Object.keys(claims).sort()).toEqual(['aud', 'iss', 'sid', 'sub']);
    expect(readPart(token, 0)).toEqual({ alg: 'EdDSA', kid: expect.any(String) });
    expect(await signInWith(teste, token)).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: (exp + 59) * 1_000 });
    expect(await signInWith(teste, token)).toBe(200);
    vi.setSystemTime((exp + 61) * 1_000);
    expect(await signInWith(teste, token)).toBe(401);
  });

  test('a cached signature does not outlive the session', async () => {
    const resposta = await post(teste, '/api/auth/sign-in/email', {
      email: CONTA.email,
      password: CONTA.password,
    });
    const token = tokenOf(resposta);
    for (let i = 0; i < 3; i += 1) expect(await signInWith(teste, token)).toBe(200);
    await teste.db.deleteFrom('sessoes').where('sid', '=', readPart(token, 1).sid).execute();
    expect(await signInWith(teste, token)).toBe(401);
  });
});

describe('the signing key', () => {
  test('is stored encrypted', async () => {
    const [chave] = await teste.db
      .selectFrom('chaves_assinatura')
      .selectAll()
      .where('kid', 'not in', ['rsa', forja.kid])
      .execute();
    const { d } = JSON.parse(
      createCofre(identidade.segredo, 'chaves-assinatura').open(
        chave?.kid ?? '',
        chave?.privada ?? '',
      ) ?? '{}',
    );
    expect(d).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(chave)).not.toContain(d);
  });

  test('issuer and audience are the same after a restart', async () => {
    const outra = await createIdentidade({
      db: teste.db,
      config: { dataDir: teste.dataDir, mfaAdmin: false },
    });
    expect(await outra.verify(teste.token)).toMatchObject({ email: CONTA.email });
  });

  test('a lost secret ends the sessions, but the installation works', async () => {
    const perdida = await buildTestApp();
    rmSync(`${perdida.dataDir}/identidade.segredo`);
    const config = { dataDir: perdida.dataDir, mfaAdmin: false };
    const nova = await createIdentidade({ db: perdida.db, config });
    expect(await nova.verify(perdida.token)).toBeUndefined();
    const { sub, sid } = readPart(perdida.token, 1);
    expect(await nova.verify(await nova.tokens.issue(sub, sid))).toBeDefined();
    await perdida.close();
  });

  test('signs for 90 days; the previous one is accepted for another day, then removed', async () => {
    const outra = await buildTestApp();
    const { db } = outra;
    const { segredo } = identidade;
    const DIA = 86_400_000;
    const kids = async () =>
      (await db.selectFrom('chaves_assinatura').select('kid').orderBy('criada_em').execute()).map(
        ({ kid }) => kid,
      );
    await db.deleteFrom('chaves_assinatura').execute();
    const chaves = await createChaves({ db, segredo });
    const primeira = chaves.signer().kid;
    await chaves.renew(Date.now() + 89 * DIA);
    expect(chaves.signer().kid).toBe(primeira);
    await chaves.renew(Date.now() + 91 * DIA);
    const segunda = chaves.signer().kid;
    expect(segunda).not.toBe(primeira);
    expect(await chaves.find(primeira)).toBeDefined();
    expect((await kids()).toSorted()).toEqual([primeira, segunda].toSorted());
    await chaves.renew(Date.now() + 2 * DIA);
    expect(await kids()).toEqual([segunda]);
    expect(await chaves.find(primeira)).toBeUndefined();
    await outra.close();
  });
});
