/** Opens, finds and ends the long session that lives in its cookie. */
import type { Transacao } from '../platform/db/banco.ts';
import type { Auth } from './auth.ts';
import { findSessaoPeloSegredo } from './repo.ts';

/** The value of the session cookie stays in these headers: it goes into no body and no log. */
export type Biscoitos = string[];

export interface SessaoAberta {
  sid: string;
  biscoitos: Biscoitos;
}

/** Opens a session of an account whose password was checked just now, within `trx`. */
export function abrirSessao(
  auth: Auth,
  trx: Transacao,
  dados: { email: string; senha: string; hash: string; headers: Headers },
): Promise<SessaoAberta> {
  const { email, senha, hash, headers } = dados;
  return auth.naTransacao(trx, () =>
    auth.comSenhaConferida(hash, senha, async () => {
      const { headers: resposta, response } = await auth.api.signInEmail({
        body: { email, password: senha },
        headers,
        returnHeaders: true,
      });
      const { id } = await findSessaoPeloSegredo(trx, response.token);
      return { sid: id, biscoitos: resposta.getSetCookie() };
    }),
  );
}

/** The cookie's session, its life prolonged by the use, or undefined. */
export async function usarSessao(auth: Auth, trx: Transacao, headers: Headers) {
  const { headers: resposta, response } = await auth.naTransacao(trx, () =>
    auth.api.getSession({ headers, returnHeaders: true }),
  );
  return response && { ...response, biscoitos: resposta.getSetCookie() };
}

/** The cookie's session as it stands, or undefined. */
export async function espiarSessao(auth: Auth, headers: Headers): Promise<string | undefined> {
  const sessao = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  return sessao?.session.id;
}

/** What takes the session cookie out of the browser. */
export async function apagarBiscoito(auth: Auth): Promise<Biscoitos> {
  const { name, attributes } = (await auth.contexto).authCookies.sessionToken;
  const seguro = attributes.secure ? '; Secure' : '';
  return [`${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict${seguro}`];
}
