/** Opens, finds and ends the long session that lives in its cookie. */
import type { Transacao } from '../platform/db/banco.ts';
import type { Auth } from './auth.ts';
import { findSessaoByToken } from './repo.ts';

/** The value of the session cookie stays in these headers: it goes into no body and no log. */
export type Cookies = string[];

export interface SessaoAberta {
  sid: string;
  cookies: Cookies;
}

/** Opens a session of an account whose password was checked just now, within `trx`. */
export function openSessao(
  auth: Auth,
  trx: Transacao,
  dados: { email: string; senha: string; hash: string; headers: Headers },
): Promise<SessaoAberta> {
  const { email, senha, hash, headers } = dados;
  return auth.within(trx, () =>
    auth.withCheckedSenha(hash, senha, async () => {
      const { headers: resposta, response } = await auth.api.signInEmail({
        body: { email, password: senha },
        headers,
        returnHeaders: true,
      });
      const { id } = await findSessaoByToken(trx, response.token);
      return { sid: id, cookies: resposta.getSetCookie() };
    }),
  );
}

/** The cookie's session, its life prolonged by the use, or undefined. */
export async function touchSessao(auth: Auth, trx: Transacao, headers: Headers) {
  const { headers: resposta, response } = await auth.within(trx, () =>
    auth.api.getSession({ headers, returnHeaders: true }),
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
  const seguro = attributes.secure ? '; Secure' : '';
  return [`${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict${seguro}`];
}
