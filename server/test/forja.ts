/** Forged access tokens: each wrong in one way only, so that each is refused for its own reason. */
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Banco } from '../src/platform/db/banco.ts';

export const nowInSeconds = (): number => Math.floor(Date.now() / 1_000);

export const b64 = (valor: unknown): string =>
  Buffer.from(JSON.stringify(valor)).toString('base64url');

/** The content of a part of a token. */
export const readPart = (token: string, qual: number) =>
  JSON.parse(Buffer.from(token.split('.')[qual] ?? '', 'base64url').toString());

interface TokenClaims {
  header?: object;
  /** Replaces valid claims; undefined removes one. */
  claims?: Record<string, unknown>;
  chave?: KeyObject | Uint8Array;
}

export type ForgedToken = [nome: string, token: () => string | Promise<string>];

export interface TokenForge {
  /** The id of our key's public half in the table. */
  kid: string;
  /** A token like the server's own, with the given changes. */
  forge(emissao?: TokenClaims): Promise<string>;
  falsos: ForgedToken[];
}

/**
 * Writes our own key into the table of `db`, so that only the claims are forged; `token` is a valid
 * one, whose session the forged ones name.
 */
export async function createForja(db: Banco, token: string): Promise<TokenForge> {
  const { sub, sid, iss, aud } = readPart(token, 1);
  const bom = { sub, sid, iss, aud };
  const kid = 'chave-de-teste';
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const alheia = generateKeyPairSync('ed25519').privateKey;
  const guardada = JSON.stringify(publicKey.export({ format: 'jwk' }));
  await db
    .insertInto('chaves_assinatura')
    .values({ kid, publica: guardada, privada: '', criada_em: '2020-01-01T00:00:00.000Z' })
    .execute();

  const forge = ({ header = {}, claims = {}, chave = privateKey }: TokenClaims = {}) => {
    const todas = { ...bom, iat: nowInSeconds(), exp: nowInSeconds() + 600, ...claims };
    return new SignJWT(JSON.parse(JSON.stringify(todas)))
      .setProtectedHeader({ alg: 'EdDSA', kid, ...header } as never)
      .sign(chave);
  };

  const withoutSignature = (alg: string) =>
    `${b64({ alg, kid })}.${b64({ ...bom, iat: nowInSeconds(), exp: nowInSeconds() + 600 })}.`;

  const unknownCritical = () => {
    const cabeca = b64({ alg: 'EdDSA', kid, crit: ['regra'], regra: 1 });
    const corpo = `${cabeca}.${b64({ ...bom, iat: nowInSeconds(), exp: nowInSeconds() + 600 })}`;
    return `${corpo}.${sign(null, Buffer.from(corpo), privateKey).toString('base64url')}`;
  };

  const falsos: ForgedToken[] = [
    ['alg none', () => withoutSignature('none')],
    ['alg None', () => withoutSignature('None')],
    ['alg NONE with a signature', () => `${withoutSignature('NONE')}AAAA`],
    [
      'HS256 with the public key',
      () => forge({ header: { alg: 'HS256' }, chave: Buffer.from(guardada) }),
    ],
    ['alg Ed25519', () => forge({ header: { alg: 'Ed25519' } })],
    ['another key', () => forge({ chave: alheia })],
    ['unknown kid', () => forge({ header: { kid: 'outra' } })],
    ['kid as a path', () => forge({ header: { kid: '../../../dev/null' } })],
    ['kid as SQL', () => forge({ header: { kid: "x' or '1'='1" } })],
    ['no kid', () => forge({ header: { kid: undefined } })],
    [
      'embedded jwk',
      () =>
        forge({
          chave: alheia,
          header: { kid: undefined, jwk: createPublicKey(alheia).export({ format: 'jwk' }) },
        }),
    ],
    [
      'jku of its own',
      () => forge({ chave: alheia, header: { jku: 'https://mal.exemplo.br/jwks' } }),
    ],
    [
      'x5u of its own',
      () => forge({ chave: alheia, header: { x5u: 'https://mal.exemplo.br/x.pem' } }),
    ],
    ['unknown critical header', unknownCritical],
    ['wrong issuer', () => forge({ claims: { iss: 'urn:uuid:outro' } })],
    ['no issuer', () => forge({ claims: { iss: undefined } })],
    ['wrong audience', () => forge({ claims: { aud: 'outra-api' } })],
    ['no audience', () => forge({ claims: { aud: undefined } })],
    ['no exp', () => forge({ claims: { exp: undefined } })],
    ['no iat', () => forge({ claims: { iat: undefined } })],
    ['no sub', () => forge({ claims: { sub: undefined } })],
    ['no sid', () => forge({ claims: { sid: undefined } })],
    ['sid that is no text', () => forge({ claims: { sid: { like: '%' } } })],
    ['unknown sid', () => forge({ claims: { sid: 'sessao-inventada' } })],
    ['foreign sub for the sid', () => forge({ claims: { sub: 'outra-pessoa' } })],
    [
      'expired by 61 s',
      () => forge({ claims: { iat: nowInSeconds() - 661, exp: nowInSeconds() - 61 } }),
    ],
    ['nbf in 90 s', () => forge({ claims: { nbf: nowInSeconds() + 90 } })],
    ['truncated', async () => (await forge()).slice(0, -8)],
    ['doubled signature', async () => `${await forge()}.${(await forge()).split('.')[2]}`],
    [
      'claims changed after signing',
      async () => {
        const [cabeca, , assinatura] = (await forge()).split('.');
        return `${cabeca}.${b64({ ...bom, exp: nowInSeconds() + 9_999 })}.${assinatura}`;
      },
    ],
    ['64 KB', async () => forge({ claims: { enchimento: 'x'.repeat(64_000) } })],
    ['empty', () => ''],
    ['two dots', () => '..'],
    ['the session id', () => bom.sid],
  ];

  return { kid, forge: forge, falsos };
}
