/** A provider on this machine: publishes keys, makes ID tokens, accepts recoveries. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { LightMyRequestResponse } from 'fastify';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { buildTestApp, type TestApp, type TestOptions } from './app.ts';
import { post } from './conta.ts';

export const PROJETO = 'demo-unipark';

/** How the provider answers: correctly, not at all, with garbage, too late, or with a redirect. */
export type ProviderMood = 'bom' | 'fora' | 'lixo' | 'mudo' | 'desvia' | 'sem-fim';

export interface TestKey {
  kid: string;
  privada: CryptoKey;
  publica: JWK;
}

export interface FirebaseClaims {
  /** Replaces the usual claims; undefined removes one. */
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  chave?: CryptoKey | Uint8Array;
}

export const nowInSeconds = (): number => Math.floor(Date.now() / 1_000);

export async function createChave(kid: string): Promise<TestKey> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const publica = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
  return { kid, privada: privateKey, publica };
}

export interface FirebaseProvider {
  url: string;
  chave: TestKey;
  chaves: JWK[];
  humor: ProviderMood;
  buscas: number;
  /** Recoveries requested: the body and the path. */
  recuperacoes: { caminho: string; corpo: Record<string, unknown> }[];
  /** Status and body of the next recoveries. */
  respostaRecuperacao: [status: number, corpo: string];
  mint(emissao?: FirebaseClaims): Promise<string>;
  close(): Promise<void>;
}

export const MARCIA = {
  sub: 'uid-marcia',
  email: 'marcia@unilavras.edu.br',
  name: 'Márcia Carvalho',
};

function misbehave(humor: ProviderMood, url: string, resposta: ServerResponse): boolean {
  if (humor === 'bom') return false;
  if (humor === 'fora') resposta.writeHead(500).end();
  if (humor === 'lixo') resposta.writeHead(200).end('<html>manutenção</html>');
  if (humor === 'desvia') resposta.writeHead(302, { location: `${url}/outro` }).end();
  if (humor === 'sem-fim') {
    resposta.writeHead(200);
    const relogio = setInterval(() => resposta.write('x'.repeat(32_768)), 5);
    resposta.on('close', () => clearInterval(relogio));
  }
  return true;
}

export async function startProvedor(): Promise<FirebaseProvider> {
  const chave = await createChave('chave-1');
  const http = createServer(async (pedido: IncomingMessage, resposta) => {
    const caminho = pedido.url ?? '';
    if (caminho === '/jwks') provedor.buscas += 1;
    if (misbehave(provedor.humor, provedor.url, resposta)) return;
    if (caminho === '/jwks') {
      resposta.writeHead(200, { 'content-type': 'application/json' });
      resposta.end(JSON.stringify({ keys: provedor.chaves }));
      return;
    }
    provedor.recuperacoes.push({ caminho, corpo: JSON.parse(await text(pedido)) });
    const [status, corpo] = provedor.respostaRecuperacao;
    resposta.writeHead(status, { 'content-type': 'application/json' }).end(corpo);
  });
  await new Promise<void>((pronto) => http.listen(0, '127.0.0.1', pronto));
  const { port } = http.address() as AddressInfo;

  const provedor: FirebaseProvider = {
    url: `http://127.0.0.1:${port}`,
    chave,
    chaves: [chave.publica],
    humor: 'bom',
    buscas: 0,
    recuperacoes: [],
    respostaRecuperacao: [200, '{}'],
    mint({ claims = {}, header = {}, chave: outra = provedor.chave.privada } = {}) {
      const usuais = {
        iss: `https://securetoken.google.com/${PROJETO}`,
        aud: PROJETO,
        auth_time: nowInSeconds(),
        iat: nowInSeconds(),
        exp: nowInSeconds() + 3_600,
        email_verified: false,
        firebase: { sign_in_provider: 'password', identities: {} },
        ...MARCIA,
      };
      const todas = JSON.parse(JSON.stringify({ ...usuais, ...claims }));
      const cabeca = JSON.parse(
        JSON.stringify({ alg: 'RS256', typ: 'JWT', kid: provedor.chave.kid, ...header }),
      );
      return new SignJWT(todas).setProtectedHeader(cabeca).sign(outra);
    },
    async close() {
      http.closeAllConnections();
      await new Promise((fechado) => http.close(fechado));
    },
  };
  return provedor;
}

/** The environment of an installation with this provider's accounts. */
export const buildFirebaseEnv = ({ url }: FirebaseProvider): Record<string, string> => ({
  IDENTITY_PROVIDER: 'firebase',
  FIREBASE_PROJECT_ID: PROJETO,
  FIREBASE_API_KEY: 'chave-publica-do-projeto',
  FIREBASE_JWKS_URL: `${url}/jwks`,
  FIREBASE_API_URL: url,
});

/** The application with the provider's accounts; none of them has signed in yet. */
export const buildFirebaseApp = (
  provedor: FirebaseProvider,
  { env, ...options }: TestOptions = {},
): Promise<TestApp> =>
  buildTestApp({ ...options, account: false, env: { ...buildFirebaseEnv(provedor), ...env } });

/** A first call, or a later one, with a token. */
export const signIn = (
  teste: TestApp,
  token: string,
  extras: object = {},
): Promise<LightMyRequestResponse> => post(teste, '/api/auth/firebase', { token, ...extras });
