/** The stage of S6: a server that is listened to, and a page of its own that calls it. */
import type { AddressInfo } from 'node:net';
import type { Dubles } from '../../server/src/app.ts';
import { buildTestApp, CONTA, type TestApp } from '../../server/test/app.ts';
import { type Pedido, postTo, type Veio } from '../pedido.ts';

export const ENTRAR = '/api/auth/sign-in/email';
export const TOKEN = '/api/auth/token';
const CREDENCIAIS = { email: CONTA.email, password: CONTA.password };

type Post = (pedido: Pedido) => Promise<Veio>;

export interface Aberto {
  teste: TestApp;
  /** As our own page calls. */
  post: Post;
  origem: string;
}

export const tokenDe = ({ corpo }: Veio): string => JSON.parse(corpo).token;
export const linhaDe = ({ headers }: Veio): string =>
  (headers['set-cookie'] ?? []).find((linha) => linha.includes('session_token=')) ?? '';
export const cookieDe = (veio: Veio): string => linhaDe(veio).split(';')[0] ?? '';
/** The cookie's value, signed, and the secret inside. */
export const segredosDe = (veio: Veio): string[] => {
  const valor = /session_token=([^;]*)/.exec(linhaDe(veio))?.[1] ?? '';
  const assinado = decodeURIComponent(valor);
  return [valor, assinado, assinado.split('.')[0] ?? ''].filter((parte) => parte.length > 20);
};

export async function listen(dubles: Dubles, env: Record<string, string> = {}): Promise<Aberto> {
  const teste = await buildTestApp({ dubles, env });
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = teste.app.server.address() as AddressInfo;
  const origem = `http://127.0.0.1:${port}`;
  const nosso = { origin: origem, 'sec-fetch-site': 'same-origin' };
  const post: Post = ({ headers, ...pedido }) =>
    postTo(port, { ...pedido, headers: { ...nosso, ...headers } });
  return { teste, post, origem };
}

export async function entra({ origem }: Aberto, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const resposta = await fetch(`${origem}/api/perfil`, { headers });
  await resposta.text();
  return resposta.status;
}

export const signIn = ({ post }: Aberto) => post({ path: ENTRAR, corpo: CREDENCIAIS });
export const renew = ({ post }: Aberto, cookie: string, headers = {}) =>
  post({ path: TOKEN, corpo: {}, headers: { cookie, ...headers } });

/** Puts every line that the server logs into `linhas` instead of its output. */
export const listening = (linhas: string[]): Dubles => ({
  antes: ({ log }) => {
    const campos = log as unknown as Record<symbol, unknown>;
    const saida = Object.getOwnPropertySymbols(log).find(
      ({ description }) => description === 'pino.stream',
    );
    if (!saida) throw new Error('the log goes somewhere else now');
    campos[saida] = { write: (linha: string) => linhas.push(linha) };
  },
});
