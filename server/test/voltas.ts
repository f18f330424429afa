/** A browser for single sign-on: cookies by host, redirects one by one, forms filled in. */
import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './app.ts';
import { setCookies } from './conta.ts';

export interface RedirectStop {
  status: number;
  /** The destination of the redirect: absolute, or on our own site. */
  destino: string;
  cookies: string[];
}

const keep = (jar: Map<string, string>, linhas: readonly string[]): void => {
  for (const linha of linhas) {
    const [par = '', ...atributos] = linha.split(';');
    const nome = par.slice(0, par.indexOf('='));
    if (atributos.some((atributo) => /^\s*max-age=0$/i.test(atributo))) jar.delete(nome);
    else jar.set(nome, par.slice(nome.length + 1));
  }
};

const send = (jar: Map<string, string>): string =>
  [...jar].map(([nome, valor]) => `${nome}=${valor}`).join('; ');

/** One browser for an application that is requested with `inject`. */
export function createBrowser({ app }: TestApp, headers: Record<string, string> = {}) {
  const nosso = new Map<string, string>();
  const delas = new Map<string, string>();

  async function goHere(url: string, remoteAddress = '10.7.0.1'): Promise<RedirectStop> {
    const resposta = await app.inject({
      url,
      remoteAddress,
      headers: { cookie: send(nosso), 'sec-fetch-mode': 'navigate', ...headers },
    });
    keep(nosso, setCookies(resposta));
    const { statusCode: status } = resposta;
    return { status, destino: String(resposta.headers.location), cookies: setCookies(resposta) };
  }

  async function goThere(url: string, body?: URLSearchParams): Promise<Response> {
    const resposta = await fetch(url, {
      method: body ? 'POST' : 'GET',
      body: body ?? null,
      redirect: 'manual',
      headers: { cookie: send(delas) },
    });
    keep(delas, resposta.headers.getSetCookie());
    return resposta;
  }

  /** At the provider, from its first page to the return address. */
  async function identify(endereco: string, campos: Record<string, string>): Promise<string> {
    let url = new URL(endereco);
    const { origin } = url;
    let corpo: URLSearchParams | undefined;
    for (let passo = 0; passo < 12; passo += 1) {
      const resposta = await goThere(url.href, corpo);
      corpo = undefined;
      const destino = resposta.headers.get('location');
      if (destino) url = new URL(destino, url);
      else {
        const acao = /action="([^"]+)"/.exec(await resposta.text())?.[1];
        if (!acao) throw new Error(`${resposta.status} at ${url.pathname}`);
        url = new URL(acao, url);
        corpo = new URLSearchParams(campos);
      }
      if (url.origin !== origin) return url.pathname + url.search;
    }
    throw new Error('went round in circles');
  }

  return {
    nosso,
    goHere,
    /** Presses the button: answers the provider's address. */
    leave: (de = '') =>
      goHere(`/api/auth/oidc/entrar${de && `?de=${encodeURIComponent(de)}`}`).then(
        ({ destino }) => destino,
      ),
    identify,
    /** The whole sign-in: answers the last page. */
    async enter(nome: string, de = ''): Promise<RedirectStop> {
      const { destino } = await goHere(
        `/api/auth/oidc/entrar${de && `?de=${encodeURIComponent(de)}`}`,
      );
      if (destino.startsWith('/#')) return { status: 302, destino, cookies: [] };
      delas.clear();
      return goHere(await identify(destino, { nome }));
    },
    /** The page's next request: its token, by the cookie alone. */
    token: (): Promise<LightMyRequestResponse> =>
      app.inject({
        method: 'POST',
        url: '/api/auth/token',
        payload: {},
        headers: {
          cookie: send(nosso),
          origin: 'http://localhost',
          'sec-fetch-site': 'same-origin',
        },
      }),
  };
}
