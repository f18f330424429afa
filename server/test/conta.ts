/** Small builders for tests of identity: posting as a browser of our own page, reading cookies. */
import type { LightMyRequestResponse } from 'fastify';
import { writeSetting } from '../src/platform/db/settings.ts';
import type { TestApp } from './app.ts';

export const NOSSO_SITE = { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' };

export const post = (
  teste: TestApp,
  url: string,
  payload: object = {},
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  teste.app.inject({ method: 'POST', url, payload, headers: { ...NOSSO_SITE, ...headers } });

export const setCookies = (resposta: LightMyRequestResponse): string[] =>
  [resposta.headers['set-cookie'] ?? []].flat();

/** What a browser would send back. */
export const cookieDe = (resposta: LightMyRequestResponse): string =>
  setCookies(resposta)
    .map((linha) => linha.split(';')[0])
    .join('; ');

/** The session cookie's value alone. */
export const valorDaSessao = (resposta: LightMyRequestResponse): string =>
  /session_token=([^;]+)/.exec(cookieDe(resposta))?.[1] ?? '';

export const tokenDe = (resposta: LightMyRequestResponse): string =>
  resposta.json<{ token: string }>().token;

/** Whether the API lets this token in. */
export async function entraCom(teste: TestApp, token: string): Promise<number> {
  const { statusCode } = await teste.request({ url: '/db/veiculos?limite=1', as: token });
  return statusCode;
}

/** The account that the operator's tool makes first on a server that others reach. */
export async function createFirst({ db }: TestApp): Promise<void> {
  const agora = new Date().toISOString();
  await db
    .insertInto('user')
    .values({
      id: 'primeira',
      name: 'Operação',
      email: 'operacao@exemplo.br',
      emailVerified: 0,
      image: null,
      createdAt: agora,
      updatedAt: agora,
      admin: 1,
      desabilitadoEm: null,
    })
    .execute();
  await writeSetting(db, 'identidade.primeira_conta', 'primeira');
}
