/** Small builders for tests of identity: posts like a browser on our page, and cookies. */
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

/** The cookies that a browser would send back. */
export const cookieOf = (resposta: LightMyRequestResponse): string =>
  setCookies(resposta)
    .map((linha) => linha.split(';')[0])
    .join('; ');

export const sessionValueOf = (resposta: LightMyRequestResponse): string =>
  /unipark\.sessao=([^;]+)/.exec(cookieOf(resposta))?.[1] ?? '';

export const tokenOf = (resposta: LightMyRequestResponse): string =>
  resposta.json<{ token: string }>().token;

/** Whether the API accepts this token. */
export async function signInWith(teste: TestApp, token: string): Promise<number> {
  const { statusCode } = await teste.request({ url: '/db/veiculos?limite=1', as: token });
  return statusCode;
}

/** The first account of an exposed server, made by the operator's tool. */
export async function createFirst({ db }: Pick<TestApp, 'db'>): Promise<void> {
  const agora = new Date().toISOString();
  await db
    .insertInto('contas')
    .values({
      id: 'primeira',
      nome: 'Operação',
      email: 'operacao@exemplo.br',
      email_verificado: 0,
      foto_url: null,
      criada_em: agora,
      atualizada_em: agora,
      admin: 1,
      desabilitada_em: null,
    })
    .execute();
  await writeSetting(db, 'identidade.primeira_conta', 'primeira');
}
