/** The test's own signature on what the emulator says, and the keys that our server checks it with. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const KID = 'chave-do-teste';

export interface Chaves {
  /** Where the public half is: FIREBASE_JWKS_URL. */
  jwksUrl: string;
  /** The same claims as an unsigned token of the emulator, signed by RS256; `vida` in seconds. */
  resign(token: string, vida?: number): string;
  close(): void;
}

const b64 = (valor: unknown): string => Buffer.from(JSON.stringify(valor)).toString('base64url');

const listening = (http: Server): Promise<number> =>
  new Promise((pronto) =>
    http.listen(0, '127.0.0.1', () => pronto((http.address() as AddressInfo).port)),
  );

/** Makes a key and publishes it. */
export async function publishChaves(): Promise<Chaves> {
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
