/**
 * Routes a page's calls to the provider's hosts to the official emulator. The emulator's tokens are
 * unsigned (`alg: none`) and our server accepts none of them, in any configuration: this signs
 * them.
 */
import type { BrowserContext, Route } from '@playwright/test';
import type { EmulatorKeys } from './chaves.ts';

const PROJETO = 'demo-unipark';
const HOSTS = /^https:\/\/(identitytoolkit|securetoken)\.googleapis\.com\//;
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
};

/** Fields of the provider's answers that hold an ID token. */
const TOKENS = ['idToken', 'id_token', 'access_token'];

export interface Emulador {
  url: string;
  apiUrl: string;
  /** Calls that the pages made, such as 'accounts:signInWithPassword'. */
  chamadas: string[];
  /** Unsigned tokens of the emulator. */
  crus: string[];
  /** Seconds that new tokens live; undefined: an hour. */
  vida: number | undefined;
  /** Answers the provider's calls of every page of `context`. */
  serve(context: BrowserContext): Promise<void>;
  /** Mails of the provider to an address. */
  mails(email: string): Promise<{ requestType: string; oobLink: string }[]>;
}

/** The emulator that `npm run test:firebase` has started. */
export function useEmulador(chaves: EmulatorKeys): Emulador {
  const url = process.env.FIREBASE_EMULADOR;
  if (!url) throw new Error('Use: npm run test:firebase');

  function resign(corpo: Record<string, unknown>): Record<string, unknown> {
    const assinado = { ...corpo };
    for (const campo of TOKENS) {
      const cru = corpo[campo];
      if (typeof cru !== 'string' || cru.split('.').length !== 3) continue;
      emulador.crus.push(cru);
      assinado[campo] = chaves.resign(cru, emulador.vida);
      // The page uses the lifetime beside the token, not the claim in it.
      if (emulador.vida === undefined) continue;
      Object.assign(assinado, {
        expiresIn: String(emulador.vida),
        expires_in: String(emulador.vida),
      });
    }
    return assinado;
  }

  async function forward(route: Route): Promise<void> {
    const pedido = route.request();
    if (pedido.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: CORS });
    const endereco = new URL(pedido.url());
    emulador.chamadas.push(endereco.pathname.split('/').at(-1) ?? '');
    const resposta = await fetch(`${url}/${endereco.host}${endereco.pathname}${endereco.search}`, {
      method: pedido.method(),
      headers: { 'content-type': pedido.headers()['content-type'] ?? 'application/json' },
      body: pedido.postData(),
    });
    const json = resign((await resposta.json()) as Record<string, unknown>);
    return route.fulfill({ status: resposta.status, headers: CORS, json });
  }

  const emulador: Emulador = {
    url,
    apiUrl: `${url}/identitytoolkit.googleapis.com`,
    chamadas: [],
    crus: [],
    vida: undefined,
    async serve(context) {
      await context.route(HOSTS, forward);
    },
    async mails(email) {
      const resposta = await fetch(`${url}/emulator/v1/projects/${PROJETO}/oobCodes`);
      const { oobCodes } = (await resposta.json()) as {
        oobCodes: { email: string; requestType: string; oobLink: string }[];
      };
      return oobCodes.filter((codigo) => codigo.email === email);
    },
  };
  return emulador;
}

export const envFirebase = (emulador: Emulador, chaves: EmulatorKeys): Record<string, string> => ({
  IDENTITY_PROVIDER: 'firebase',
  FIREBASE_PROJECT_ID: PROJETO,
  FIREBASE_API_KEY: 'chave-de-teste',
  FIREBASE_JWKS_URL: chaves.jwksUrl,
  FIREBASE_API_URL: emulador.apiUrl,
});
