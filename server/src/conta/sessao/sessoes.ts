/** Opens, finds and ends the long session of the cookie. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { PrazoSessao } from '@unipark/contract/conta';
import { nowMs } from '../../platform/clock.ts';
import type { Queryable, Transacao } from '../../platform/db/banco.ts';
import { cookieLine, cookieValue } from '../cookies.ts';
import { removeDesafiosOf } from '../links/desafiosRepo.ts';
import { createSessao, findSessaoByHash, prolongSessao, removeSessoesOf } from '../repo.ts';
import { dropSurplus } from './navegador.ts';
import { getPrazo, IDLE_MS, LIFETIME_MS } from './prazo.ts';

/** A use is written once in this time: more writes have no benefit. */
const NOTAR_MS = 10 * 60_000;

/** The value of the session cookie is only in these headers, never in a body or a log. */
export type Cookies = string[];

export interface LiveSession {
  sid: string;
  conta: string;
  cookies: Cookies;
  prazo: PrazoSessao;
}

/** `__Host-` binds it to this host; accepted only over https (RFC 6265bis §4.1.3.2). */
const cookieName = (seguro: boolean): string => `${seguro ? '__Host-' : ''}unipark.sessao`;

const sessaoCookie = (token: string, seguro: boolean, segundos = IDLE_MS / 1_000): string =>
  cookieLine(cookieName(seguro), token, { segundos, caminho: '/', seguro });

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Opens a session of an account that has just proved its identity, within `trx`. The cookie has 256
 * random bits; the table stores their SHA-256.
 */
export async function openSessao(
  trx: Transacao,
  conta: string,
  { ip, headers }: { ip: string; headers: Headers },
  seguro: boolean,
): Promise<LiveSession> {
  const token = randomBytes(32).toString('base64url');
  const agora = nowMs();
  const sid = randomUUID();
  const criada_em = new Date(agora).toISOString();
  const expira_em = new Date(agora + IDLE_MS).toISOString();
  await createSessao(trx, {
    sid,
    conta,
    hash: hashToken(token),
    agente: headers.get('user-agent'),
    endereco: ip,
    criada_em,
    vista_em: criada_em,
    expira_em,
  });
  return {
    sid,
    conta,
    cookies: [sessaoCookie(token, seguro), ...dropSurplus(headers.get('cookie'), seguro)],
    prazo: getPrazo(criada_em, expira_em),
  };
}

/** Whether the cookie names a session, which may be over. */
export async function hasSessao(
  db: Queryable,
  headers: Headers,
  seguro: boolean,
): Promise<boolean> {
  const token = cookieValue(headers.get('cookie'), cookieName(seguro));
  return token !== '' && (await findSessaoByHash(db, hashToken(token))) !== undefined;
}

/** The cookie's session, prolonged by a use of it; undefined when there is none or it is over. */
export async function touchSessao(
  trx: Transacao,
  headers: Headers,
  { uso, seguro }: { uso: boolean; seguro: boolean },
): Promise<LiveSession | undefined> {
  const token = cookieValue(headers.get('cookie'), cookieName(seguro));
  const sessao = token === '' ? undefined : await findSessaoByHash(trx, hashToken(token));
  const agora = nowMs();
  if (!sessao) return undefined;
  const { sid, conta, expira_em } = sessao;
  // Opened by a clock that was ahead: its seven days begin now.
  const adiantada = Date.parse(sessao.criada_em) > agora;
  const criada_em = adiantada ? new Date(agora).toISOString() : sessao.criada_em;
  const fim = Math.min(Date.parse(expira_em), Date.parse(criada_em) + LIFETIME_MS);
  if (fim <= agora) return undefined;
  // A corrected clock leaves an end too far ahead, so the distance counts in both directions.
  if (!adiantada && (!uso || Math.abs(agora + IDLE_MS - Date.parse(expira_em)) < NOTAR_MS)) {
    return { sid, conta, cookies: [], prazo: getPrazo(criada_em, expira_em) };
  }
  const nova = new Date(agora + IDLE_MS).toISOString();
  const vista_em = new Date(agora).toISOString();
  await prolongSessao(trx, sid, { criada_em, vista_em, expira_em: nova });
  return { sid, conta, cookies: [sessaoCookie(token, seguro)], prazo: getPrazo(criada_em, nova) };
}

export const clearCookie = (seguro: boolean): Cookies => [sessaoCookie('', seguro, 0)];

/**
 * Ends every session of an account except `exceto`, and its open challenges: an old password with a
 * second factor must not open a session. Tells streams and sockets after the commit.
 * @returns how many ended
 */
export async function endSessoes(
  trx: Transacao,
  identidade: { announceEnd(trx: Transacao, sids: string[]): void },
  conta: string,
  exceto?: string,
): Promise<number> {
  await removeDesafiosOf(trx, conta);
  const encerradas = await removeSessoesOf(trx, conta, exceto);
  identidade.announceEnd(trx, encerradas);
  return encerradas.length;
}
