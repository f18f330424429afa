/**
 * Challenges that one browser must answer soon: the second factor after a password, a passkey, the
 * return from a provider. The browser has a token in a cookie, the database has its hash.
 */
import { nowMs } from '../../platform/clock.ts';
import type { Queryable, Transacao } from '../../platform/db/banco.ts';
import { newToken } from '../../platform/random.ts';
import { cookieLine, cookieValue } from '../cookies.ts';
import { createDesafioRow, findDesafio, removeDesafio } from './desafiosRepo.ts';
import { hashToken } from './links.ts';

export type DesafioKind =
  | 'segundo-fator'
  | 'passkey-nova'
  | 'passkey-entrada'
  | 'oidc'
  | 'cadastro';

export interface Desafio {
  conta: string | null;
  /** The data to check the answer with; JSON. */
  dados: string | null;
}

const MINUTO = 60_000;

/** The time for an answer, in milliseconds. */
export const PRAZO: Record<DesafioKind, number> = {
  'segundo-fator': 10 * MINUTO,
  'passkey-nova': 5 * MINUTO,
  'passkey-entrada': 5 * MINUTO,
  oidc: 10 * MINUTO,
  // As long as the link of the verification mail, to recognise the browser that signed up.
  cadastro: 30 * MINUTO,
};

/** Makes a challenge and answers the browser's token. */
export async function createDesafio(
  trx: Transacao,
  tipo: DesafioKind,
  desafio: Desafio,
): Promise<string> {
  const token = newToken();
  const expira_em = new Date(nowMs() + PRAZO[tipo]).toISOString();
  await createDesafioRow(trx, { hash: hashToken(token), tipo, expira_em, ...desafio });
  return token;
}

/** The open challenge; undefined when there is none, or it has expired. */
export async function readDesafio(
  db: Queryable,
  tipo: DesafioKind,
  token: string,
): Promise<Desafio | undefined> {
  const achado = token && (await findDesafio(db, tipo, hashToken(token)));
  if (!achado || Date.parse(achado.expira_em) <= nowMs()) return undefined;
  return { conta: achado.conta, dados: achado.dados };
}

/** Reads and removes the challenge. Of two simultaneous answers exactly one receives it. */
export async function takeDesafio(
  trx: Transacao,
  tipo: DesafioKind,
  token: string,
): Promise<Desafio | undefined> {
  const desafio = await readDesafio(trx, tipo, token);
  return desafio && (await removeDesafio(trx, hashToken(token))) ? desafio : undefined;
}

/**
 * With https a page of a sibling host (`outro.exemplo.br` beside ours) cannot set a `__Host-`
 * cookie: otherwise it could plant the challenge of another person in a browser.
 */
const cookieNameOf = (tipo: DesafioKind, seguro: boolean): string =>
  `${seguro ? '__Host-' : ''}unipark.${tipo}`;

interface CookieOptions {
  seguro: boolean;
  /** 'Lax' for a challenge that another site answers; otherwise 'Strict'. */
  sameSite?: 'Strict' | 'Lax';
}

/** The cookie with a challenge's token; `token` '' deletes it from the browser. */
export function desafioCookie(
  tipo: DesafioKind,
  token: string,
  { seguro, sameSite }: CookieOptions,
): string {
  const segundos = token === '' ? 0 : PRAZO[tipo] / 1_000;
  // Browsers accept a `__Host-` name only with the path '/'.
  const caminho = seguro ? '/' : '/api/auth';
  return cookieLine(cookieNameOf(tipo, seguro), token, { segundos, caminho, seguro, sameSite });
}

/** The token of a challenge in the browser's cookies, or ''. */
export function readDesafioToken(
  tipo: DesafioKind,
  cookie: string | null,
  { seguro }: Pick<CookieOptions, 'seguro'>,
): string {
  const valor = cookieValue(cookie, cookieNameOf(tipo, seguro));
  return /^[\w-]{43}$/.test(valor) ? valor : '';
}
