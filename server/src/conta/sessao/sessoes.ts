/** Opens, finds and ends the long session that lives in its cookie. */
import type { PrazoSessao } from '@unipark/contract/conta';
import type { Transacao } from '../../platform/db/banco.ts';
import { type Auth, LIFETIME_MS } from '../auth.ts';
import { cookieLine } from '../cookies.ts';
import { removeDesafiosOf } from '../links/desafiosRepo.ts';
import { removeSessoesOf } from '../repo.ts';

/** The value of the session cookie stays in these headers: it goes into no body and no log. */
export type Cookies = string[];

export interface SessaoAberta {
  sid: string;
  /** The account whose session it is. */
  conta: string;
  cookies: Cookies;
  prazo: PrazoSessao;
}

/** When a session made at `criada` and good until `expira` unless used is over. */
export const prazoOf = (criada: Date, expira: Date): PrazoSessao => {
  const fim = criada.getTime() + LIFETIME_MS;
  return {
    expiraEm: new Date(Math.min(expira.getTime(), fim)).toISOString(),
    terminaEm: new Date(fim).toISOString(),
  };
};

/** Opens a session of an account that has just proved who it is, within `trx`. */
export async function openSessao(
  auth: Auth,
  trx: Transacao,
  conta: string,
  headers: Headers,
): Promise<SessaoAberta> {
  const { headers: resposta, response } = await auth.within(trx, () =>
    auth.api.openSession({ body: { userId: conta }, headers, returnHeaders: true }),
  );
  const { id: sid, createdAt, expiresAt } = response;
  return { sid, conta, cookies: resposta.getSetCookie(), prazo: prazoOf(createdAt, expiresAt) };
}

/** The cookie's session, its life prolonged when this is a use of it, or undefined. */
export async function touchSessao(auth: Auth, trx: Transacao, headers: Headers, uso: boolean) {
  const query = { disableRefresh: !uso };
  const { headers: resposta, response } = await auth.within(trx, () =>
    auth.api.getSession({ headers, query, returnHeaders: true }),
  );
  return response && { ...response, cookies: resposta.getSetCookie() };
}

/** The cookie's session as it stands, or undefined. */
export async function peekSessao(auth: Auth, headers: Headers): Promise<string | undefined> {
  const sessao = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  return sessao?.session.id;
}

/** What takes the session cookie out of the browser. */
export async function clearCookie(auth: Auth): Promise<Cookies> {
  const { name, attributes } = (await auth.context).authCookies.sessionToken;
  const seguro = attributes.secure === true;
  return [cookieLine(name, '', { segundos: 0, caminho: '/', seguro })];
}

/**
 * Ends every session of an account, `exceto` apart, and those about to open: whoever has shown an
 * old password must not come in by the second factor alone. Tells streams and sockets once that is
 * on disk. @returns how many ended
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
