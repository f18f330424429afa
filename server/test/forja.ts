/** Forged access tokens: each wrong in one way alone, so that each is refused for its own reason. */
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Banco } from '../src/platform/db/banco.ts';

/** Seconds since 1970. */
export const agora = (): number => Math.floor(Date.now() / 1_000);

export const b64 = (valor: unknown): string =>
  Buffer.from(JSON.stringify(valor)).toString('base64url');

/** What a part of a token says. */
export const parte = (token: string, qual: number) =>
  JSON.parse(Buffer.from(token.split('.')[qual] ?? '', 'base64url').toString());

interface Emissao {
  header?: object;
  /** In the place of the good ones; undefined takes one out. */
  claims?: Record<string, unknown>;
  chave?: KeyObject | Uint8Array;
}

export type Forma = [nome: string, token: () => string | Promise<string>];

export interface Forja {
  /** The id under which the public half of our key stands in the table. */
  kid: string;
  /** A token as good as the server's own, but for what is said. */
  forjar(emissao?: Emissao): Promise<string>;
  /** Every form that must be refused. */
  falsos: Forma[];
}

/**
 * A key of our own goes into the table of `db`, so that only the claims are forged; `token` is a
 * good one, whose session the forged ones claim to be of.
 */
export async function createForja(db: Banco, token: string): Promise<Forja> {
  const { sub, sid, iss, aud } = parte(token, 1);
  const bom = { sub, sid, iss, aud };
  const kid = 'chave-de-teste';
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const alheia = generateKeyPairSync('ed25519').privateKey;
  const guardada = JSON.stringify(publicKey.export({ format: 'jwk' }));
  const linha = { id: kid, publicKey: guardada, privateKey: '', alg: 'EdDSA' };
  await db
    .insertInto('jwks')
    .values({ ...linha, createdAt: '2020-01-01T00:00:00.000Z' } as never)
    .execute();

  const forjar = ({ header = {}, claims = {}, chave = privateKey }: Emissao = {}) => {
    const todas = { ...bom, iat: agora(), exp: agora() + 600, ...claims };
    return new SignJWT(JSON.parse(JSON.stringify(todas)))
      .setProtectedHeader({ alg: 'EdDSA', kid, ...header } as never)
      .sign(chave);
  };

  const semAssinatura = (alg: string) =>
    `${b64({ alg, kid })}.${b64({ ...bom, iat: agora(), exp: agora() + 600 })}.`;

  const criticoDesconhecido = () => {
    const cabeca = b64({ alg: 'EdDSA', kid, crit: ['regra'], regra: 1 });
    const corpo = `${cabeca}.${b64({ ...bom, iat: agora(), exp: agora() + 600 })}`;
    return `${corpo}.${sign(null, Buffer.from(corpo), privateKey).toString('base64url')}`;
  };

  const falsos: Forma[] = [
    ['alg none', () => semAssinatura('none')],
    ['alg None', () => semAssinatura('None')],
    ['alg NONE with a signature', () => `${semAssinatura('NONE')}AAAA`],
    [
      'HS256 with the public key',
      () => forjar({ header: { alg: 'HS256' }, chave: Buffer.from(guardada) }),
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

  return { kid, forjar, falsos };
}
