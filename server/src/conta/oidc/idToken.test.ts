import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { CLIENTE, type ProvedorDeTeste, startProvedor } from '../../../test/oidc.ts';
import { createBrowser } from '../../../test/voltas.ts';

const RETORNO = '/api/auth/oidc/retorno';

describe('an ID token', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'nossa', alg: 'RS256', use: 'sig' };
  const nowInSeconds = () => Math.floor(Date.now() / 1_000);
  let forjado: ProvedorDeTeste;
  let app: TestApp;
  beforeAll(async () => {
    forjado = await startProvedor({ retornos: [`http://localhost${RETORNO}`] });
    app = await buildTestApp({ env: forjado.env });
  });
  afterAll(async () => {
    await app.close();
    await forjado.stop();
  });

  type Claims = Record<string, unknown>;
  const sign = (claims: Claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'nossa' }).sign(privateKey);

  /** The provider answers this token for any code. */
  async function enterWith(claims: Claims, make: (claims: Claims) => Promise<string> = sign) {
    const browser = createBrowser(app);
    const saida = new URL(await browser.leave());
    const nonce = saida.searchParams.get('nonce');
    const bom = {
      iss: forjado.url,
      aud: CLIENTE.id,
      sub: 'forjada',
      nonce,
      iat: nowInSeconds(),
      exp: nowInSeconds() + 300,
      email: 'forjada@x.br',
      email_verified: true,
    };
    const todas = JSON.parse(JSON.stringify({ ...bom, ...claims }));
    const id_token = await make(todas);
    forjado.antes = (pedido, resposta) => {
      const respostas: Record<string, object> = {
        '/token': { access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token },
        '/jwks': { keys: [jwk] },
      };
      const corpo = respostas[pedido.url ?? ''];
      if (!corpo) return false;
      resposta.setHeader('content-type', 'application/json').end(JSON.stringify(corpo));
      return true;
    };
    const state = saida.searchParams.get('state') ?? '';
    const query = new URLSearchParams({ code: 'c', state, iss: forjado.url });
    return (await browser.goHere(`${RETORNO}?${query}`)).destino;
  }

  const b64 = (valor: unknown) => Buffer.from(JSON.stringify(valor)).toString('base64url');

  test('made by these helpers passes, so the forms below fail for their own reason', async () => {
    expect(await enterWith({})).toBe('/#entrar');
    expect(await enterWith({ exp: nowInSeconds() - 50 })).toBe('/#entrar');
    expect(await enterWith({ nbf: nowInSeconds() + 50 })).toBe('/#entrar');
  });

  test.each<[string, Claims]>([
    ['another nonce', { nonce: 'x'.repeat(43) }],
    ['no nonce', { nonce: undefined }],
    ['another issuer', { iss: 'https://mal.exemplo.br' }],
    ['no issuer', { iss: undefined }],
    ['another audience', { aud: 'outro' }],
    ['two audiences, issued for another', { aud: [CLIENTE.id, 'outro'], azp: 'outro' }],
    ['no subject', { sub: undefined }],
    ['an expiry long ago', { exp: nowInSeconds() - 70 }],
    ['no expiry', { exp: undefined }],
    ['a start in the future', { nbf: nowInSeconds() + 70 }],
  ])('with %s is refused', async (_nome, claims) => {
    expect(await enterWith(claims)).toBe('/#erro=provedor');
  });

  test.each<[string, (claims: Claims) => Promise<string>]>([
    ['unsigned', async (c) => `${b64({ alg: 'none' })}.${b64(c)}.`],
    [
      'signed by a key of its own',
      (c) =>
        new SignJWT(c)
          .setProtectedHeader({ alg: 'RS256', kid: 'nossa' })
          .sign(generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey),
    ],
    [
      'signed with the client secret',
      (c) =>
        new SignJWT(c)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(CLIENTE.segredo)),
    ],
    [
      'changed after signing',
      async (c) => {
        const [cabeca, , assinatura] = (await sign(c)).split('.');
        return `${cabeca}.${b64({ ...c, sub: 'outra' })}.${assinatura}`;
      },
    ],
    ['absent', async () => undefined as never],
    ['no token at all', async () => 'lixo'],
  ])('%s is refused', async (_nome, make) => {
    expect(await enterWith({}, make)).toBe('/#erro=provedor');
  });
});
