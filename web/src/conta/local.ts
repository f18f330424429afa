import type { Acesso, CadastroRecebido, Entrada } from '@unipark/contract/conta';
import { ApiError, api, type Reader } from '../lib/wire/http.ts';
import type { AcessoListener, IdentityProvider } from './identity.ts';
import { acessoReader, cadastroReader, confirmacaoReader, entradaReader } from './readers.ts';

const listeners = new Set<AcessoListener>();
const tell = (acesso: Acesso | null) => {
  for (const listener of listeners) listener(acesso);
};

const ask = async (path: string, body: unknown): Promise<Acesso> =>
  (await api('POST', path, { body, anonymous: true, schema: acessoReader })).data;

/** Posts to an identity route; an answer with an access signs in. */
async function enter(path: string, body: unknown): Promise<Acesso> {
  const acesso = await ask(path, body);
  tell(acesso);
  return acesso;
}

/** As `enter`, for answers that may ask for one more step. */
async function join<T extends Entrada | CadastroRecebido>(
  path: string,
  body: unknown,
  schema: Reader<T>,
): Promise<T> {
  const { data } = await api('POST', path, { body, anonymous: true, schema });
  if (data.token !== null) tell(data);
  return data;
}

/** Sends the second factor: 'totp', 'codigo' or 'passkey'. A cookie says which account it is of. */
export const answerPasso = (qual: string, body: unknown) =>
  enter(`/api/auth/segundo-fator/${qual}`, body);

/** Uses the link of the verification mail, with a password where another browser signed up. */
export const verifyEmail = (token: string, password?: string) =>
  join('/api/auth/verify', { token, password }, confirmacaoReader);

/** Accounts of our own server: five calls, and a cookie that scripts cannot read. */
export const identity: IdentityProvider = {
  signIn: (email, password) => join('/api/auth/sign-in/email', { email, password }, entradaReader),
  signUp: (name, email, password, convite) =>
    join('/api/auth/sign-up/email', { name, email, password, convite }, cadastroReader),
  async signOut() {
    // With the bearer: it names the session even when the cookie is missing.
    await api('POST', '/api/auth/sign-out', { body: {} });
    tell(null);
  },
  async sendRecovery(email) {
    await api('POST', '/api/auth/newpassword', { body: { email }, anonymous: true });
  },
  async renewAcesso(uso) {
    try {
      return await ask('/api/auth/token', { uso });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  onAuthStateChanged(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
