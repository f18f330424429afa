/**
 * The provider's hosts, as a page sees them: its calls go to the official emulator, whose tokens are
 * unsigned (`alg: none`). Our server takes none of those, and no code that we ship has a switch for
 * it: between the two, this signs them anew.
 */
import type { BrowserContext, Route } from '@playwright/test';
import type { Chaves } from './chaves.ts';

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
  /** FIREBASE_API_URL. */
  apiUrl: string;
  /** Calls that the pages made, such as 'accounts:signInWithPassword'. */
  chamadas: string[];
  /** Unsigned tokens, as the emulator gave them. */
  crus: string[];
  /** Seconds that tokens live from now on; undefined: their hour. */
  vida: number | undefined;
  /** Sends the provider's calls of every page of `context` here. */
  serve(context: BrowserContext): Promise<void>;
  /** Mails that the provider would have sent to an address. */
  mails(email: string): Promise<{ requestType: string; oobLink: string }[]>;
}

/** The emulator that `npm run test:firebase` has started. */
export function useEmulador(chaves: Chaves): Emulador {
  const url = process.env.FIREBASE_EMULADOR;
  if (!url) throw new Error('Use: npm run test:firebase');

  function resign(corpo: Record<string, unknown>): Record<string, unknown> {
    const assinado = { ...corpo };
    for (const campo of TOKENS) {
      const cru = corpo[campo];
      if (typeof cru !== 'string' || cru.split('.').length !== 3) continue;
      emulador.crus.push(cru);
      assinado[campo] = chaves.resign(cru, emulador.vida);
      // The page counts by what it is told beside the token.
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

/** A server whose accounts are the emulator's. */
export const envFirebase = (emulador: Emulador, chaves: Chaves): Record<string, string> => ({
  IDENTITY_PROVIDER: 'firebase',
  FIREBASE_PROJECT_ID: PROJETO,
  FIREBASE_API_KEY: 'chave-de-teste',
  FIREBASE_JWKS_URL: chaves.jwksUrl,
  FIREBASE_API_URL: emulador.apiUrl,
});
