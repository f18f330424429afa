/** Signs the emulator's tokens with a test key and publishes the key for our server. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const KID = 'chave-do-teste';

export interface EmulatorKeys {
  /** FIREBASE_JWKS_URL: the address of the public key. */
  jwksUrl: string;
  /** Signs the claims of an unsigned emulator token with RS256; `vida` in seconds. */
  resign(token: string, vida?: number): string;
  close(): void;
}

const b64 = (valor: unknown): string => Buffer.from(JSON.stringify(valor)).toString('base64url');

const listening = (http: Server): Promise<number> =>
  new Promise((resolve) =>
    http.listen(0, '127.0.0.1', () => resolve((http.address() as AddressInfo).port)),
  );

export async function publishChaves(): Promise<EmulatorKeys> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: KID, alg: 'RS256', use: 'sig' };
  const http = createServer((_pedido, resposta) => {
    resposta.writeHead(200, { 'content-type': 'application/json' });
    resposta.end(JSON.stringify({ keys: [jwk] }));
  });
  const porta = await listening(http);
  return {
    jwksUrl: `http://127.0.0.1:${porta}/jwks`,
    resign(token, vida) {
      const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
      if (vida !== undefined) claims.exp = claims.iat + vida;
      const corpo = `${b64({ alg: 'RS256', kid: KID, typ: 'JWT' })}.${b64(claims)}`;
      return `${corpo}.${sign('RSA-SHA256', Buffer.from(corpo), privateKey).toString('base64url')}`;
    },
    close: () => http.close(),
  };
}
