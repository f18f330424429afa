/**
 * A real OpenID Connect provider on this machine, with a login page that asks only for a name: the
 * test decides which people exist and which claims they have.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Provider from 'oidc-provider';

export interface PessoaDoProvedor {
  email?: string;
  email_verified?: boolean;
  name?: string;
}

export const CLIENTE = { id: 'unipark', segredo: 'segredo-do-cliente-de-teste-0001' };

export interface ProvedorDeTeste {
  url: string;
  /** People who may sign in there, by the name typed on its page. */
  pessoas: Map<string, PessoaDoProvedor>;
  /** The environment of the server under test for it. */
  env: Record<string, string>;
  /** Answers instead of the provider, until set back to undefined. */
  antes: ((pedido: IncomingMessage, resposta: ServerResponse) => boolean) | undefined;
  /** Requested paths, in order. */
  pedidos: string[];
  stop(): Promise<void>;
}

const renderPage = (
  uid: string,
): string => `<!doctype html><html lang="pt-BR"><title>Universidade</title>
<h1>Conta da universidade</h1>
<form method="post" action="/interacao/${uid}"><label>Usuário <input name="nome"></label>
<button>Continuar</button></form>
<form method="post" action="/interacao/${uid}"><input type="hidden" name="cancelar" value="1">
<button>Cancelar</button></form>`;

const listen = (servidor: Server): Promise<number> =>
  new Promise((resolve) => {
    servidor.listen(0, '127.0.0.1', () => resolve((servidor.address() as AddressInfo).port));
  });

interface OidcTestOptions {
  /** Allowed return addresses of the server under test. */
  retornos: string[];
  /** Claims in the ID token itself, as large providers do; false: only at userinfo. */
  noToken?: boolean;
}

/** Signs in the person of the posted name, and consents for them. */
async function finish(provider: Provider, req: IncomingMessage, res: ServerResponse) {
  const { grantId: anterior, params } = await provider.interactionDetails(req, res);
  const campos = new URLSearchParams(await text(req));
  if (campos.has('cancelar')) {
    const negada = { error: 'access_denied', error_description: 'cancelado pela pessoa' };
    await provider.interactionFinished(req, res, negada, { mergeWithLastSubmission: false });
    return;
  }
  const accountId = campos.get('nome') ?? '';
  const grant = anterior
    ? await provider.Grant.find(anterior)
    : new provider.Grant({ accountId, clientId: String(params.client_id) });
  grant?.addOIDCScope('openid email profile');
  const grantId = await grant?.save();
  const resultado = { login: { accountId }, consent: { ...(grantId && { grantId }) } };
  await provider.interactionFinished(req, res, resultado, { mergeWithLastSubmission: false });
}

export async function startProvedor({
  retornos,
  noToken = true,
}: OidcTestOptions): Promise<ProvedorDeTeste> {
  const pessoas = new Map<string, PessoaDoProvedor>();
  const servidor = createServer();
  const url = `http://127.0.0.1:${await listen(servidor)}`;
  const provider = new Provider(url, {
    clients: [{ client_id: CLIENTE.id, client_secret: CLIENTE.segredo, redirect_uris: retornos }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !noToken,
    cookies: { keys: ['uma chave de teste'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interacao/${uid}` },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...pessoas.get(sub) }),
    }),
    // Each sign-in asks for the name again: tests are different people in one browser.
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  });
  const callback = provider.callback();

  const provedor: ProvedorDeTeste = {
    url,
    pessoas,
    env: {
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: CLIENTE.id,
      OIDC_CLIENT_SECRET: CLIENTE.segredo,
      OIDC_NOME: 'Conta da universidade',
    },
    antes: undefined,
    pedidos: [],
    stop: () =>
      new Promise((resolve) => {
        servidor.close(() => resolve());
        servidor.closeAllConnections();
      }),
  };
  servidor.on('request', (req: IncomingMessage, res: ServerResponse) => {
    const caminho = req.url?.split('?')[0] ?? '';
    provedor.pedidos.push(caminho);
    if (provedor.antes?.(req, res)) return;
    const uid = /^\/interacao\/([\w-]+)$/.exec(caminho)?.[1];
    if (!uid) return callback(req, res);
    if (req.method === 'POST') return void finish(provider, req, res);
    res.setHeader('content-type', 'text/html; charset=utf-8');
    res.end(renderPage(uid));
  });
  return provedor;
}
