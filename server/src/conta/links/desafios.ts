/**
 * Questions that one browser has to answer soon: the second factor after a password, a passkey,
 * the way back from a provider. The browser holds a token in a cookie, the database its hash.
 */
import type { Banco, Transacao } from '../../platform/db/banco.ts';
import { cookieLine, cookieValue } from '../cookies.ts';
import { createDesafioRow, findDesafio, removeDesafio } from './desafiosRepo.ts';
import { hashToken, newToken } from './links.ts';

export type TipoDesafio =
  | 'segundo-fator'
  | 'passkey-nova'
  | 'passkey-entrada'
  | 'oidc'
  | 'cadastro';

export interface Desafio {
  conta: string | null;
  /** What the answer is held against; JSON. */
  dados: string | null;
}

const MINUTO = 60_000;

/** How long a browser has for its answer, in milliseconds. */
export const PRAZO: Record<TipoDesafio, number> = {
  'segundo-fator': 10 * MINUTO,
  'passkey-nova': 5 * MINUTO,
  'passkey-entrada': 5 * MINUTO,
  oidc: 10 * MINUTO,
  // As long as the verification mail's link: the browser that signed up, to be known again.
  cadastro: 30 * MINUTO,
};

/** Asks: answers the token that the browser is to keep. */
export async function createDesafio(
  trx: Transacao,
  tipo: TipoDesafio,
  desafio: Desafio,
): Promise<string> {
  const token = newToken();
  const expira_em = new Date(Date.now() + PRAZO[tipo]).toISOString();
  await createDesafioRow(trx, { hash: hashToken(token), tipo, expira_em, ...desafio });
  return token;
}

/** The question as it stands; undefined when there is none, or it is too late. */
export async function readDesafio(
  db: Banco | Transacao,
  tipo: TipoDesafio,
  token: string,
): Promise<Desafio | undefined> {
  const achado = token && (await findDesafio(db, tipo, hashToken(token)));
  if (!achado || Date.parse(achado.expira_em) <= Date.now()) return undefined;
  return { conta: achado.conta, dados: achado.dados };
}

/** The question, answered: it is asked no more. Of two answers at once, one takes it. */
export async function takeDesafio(
  trx: Transacao,
  tipo: TipoDesafio,
  token: string,
): Promise<Desafio | undefined> {
  const desafio = await readDesafio(trx, tipo, token);
  return desafio && (await removeDesafio(trx, hashToken(token))) ? desafio : undefined;
}

/**
 * With https no page of a sibling host (`outro.exemplo.br` beside ours) can set a `__Host-` cookie:
 * else it could make a browser known for a sign-up, or for a way back, that is somebody else's.
 */
const nomeDo = (tipo: TipoDesafio, seguro: boolean): string =>
  `${seguro ? '__Host-' : ''}unipark.${tipo}`;

interface CookieOptions {
  seguro: boolean;
  /** 'Lax' for a question that another site answers; 'Strict' for the rest. */
  sameSite?: 'Strict' | 'Lax';
}

/** The cookie that carries a question's token; `token` '' takes it out of the browser. */
export function desafioCookie(
  tipo: TipoDesafio,
  token: string,
  { seguro, sameSite }: CookieOptions,
): string {
  const segundos = token === '' ? 0 : PRAZO[tipo] / 1_000;
  // Such a name is only taken for the whole host.
  const caminho = seguro ? '/' : '/api/auth';
  return cookieLine(nomeDo(tipo, seguro), token, { segundos, caminho, seguro, sameSite });
}

/** The token that the browser's cookies carry for a question, or ''. */
export function desafioOf(
  tipo: TipoDesafio,
  cookie: string | null,
  { seguro }: Pick<CookieOptions, 'seguro'>,
): string {
  const valor = cookieValue(cookie, nomeDo(tipo, seguro));
  return /^[\w-]{43}$/.test(valor) ? valor : '';
}
