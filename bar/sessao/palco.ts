/** The server of S6 and the calls of its own page. */
import type { AddressInfo } from 'node:net';
import type { Dubles } from '../../server/src/appDeps.ts';
import { buildTestApp, CONTA, type TestApp } from '../../server/test/app.ts';
import { type CraftedAnswer, type CraftedRequest, postTo } from '../pedido.ts';

export const ENTRAR = '/api/auth/sign-in/email';
export const TOKEN = '/api/auth/token';
const CREDENCIAIS = { email: CONTA.email, password: CONTA.password };

type Post = (pedido: CraftedRequest) => Promise<CraftedAnswer>;

export interface OpenServer {
  teste: TestApp;
  post: Post;
  origem: string;
}

export const tokenOf = ({ corpo }: CraftedAnswer): string => JSON.parse(corpo).token;
export const findSetCookie = ({ headers }: CraftedAnswer): string =>
  (headers['set-cookie'] ?? []).find((linha) => linha.includes('unipark.sessao=')) ?? '';
export const cookieOf = (veio: CraftedAnswer): string => findSetCookie(veio).split(';')[0] ?? '';
/** The value of the session's cookie in a list; empty without a cookie. */
export const listSegredos = (veio: CraftedAnswer): string[] =>
  [/unipark\.sessao=([^;]*)/.exec(findSetCookie(veio))?.[1] ?? ''].filter(
    (valor) => valor.length > 20,
  );

export async function listen(
  dubles: Dubles,
  env: Record<string, string> = {},
): Promise<OpenServer> {
  const teste = await buildTestApp({ dubles, env });
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = teste.app.server.address() as AddressInfo;
  const origem = `http://127.0.0.1:${port}`;
  const nosso = { origin: origem, 'sec-fetch-site': 'same-origin' };
  const post: Post = ({ headers, ...pedido }) =>
    postTo(port, { ...pedido, headers: { ...nosso, ...headers } });
  return { teste, post, origem };
}

export async function tryToken({ origem }: OpenServer, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const resposta = await fetch(`${origem}/api/perfil`, { headers });
  await resposta.text();
  return resposta.status;
}

export const signIn = ({ post }: OpenServer) => post({ path: ENTRAR, corpo: CREDENCIAIS });
export const renew = ({ post }: OpenServer, cookie: string, headers = {}) =>
  post({ path: TOKEN, corpo: {}, headers: { cookie, ...headers } });

/** Writes every log line of the server to `linhas` instead of its output. */
export const listening = (linhas: string[]): Dubles => ({
  beforeRoutes: ({ log }) => {
    const campos = log as unknown as Record<symbol, unknown>;
    const saida = Object.getOwnPropertySymbols(log).find(
      ({ description }) => description === 'pino.stream',
    );
    if (!saida) throw new Error('the log goes somewhere else now');
    campos[saida] = { write: (linha: string) => linhas.push(linha) };
  },
});
