import type { Acesso, CadastroRecebido, Entrada } from '@unipark/contract/conta';
import { ApiError, api, type Reader } from '../lib/http.ts';
import type { IdentityProvider } from './identity.ts';
import { acessoReader, cadastroReader, confirmacaoReader, entradaReader } from './readers.ts';

type Listener = (acesso: Acesso | null) => void;

const listeners = new Set<Listener>();
const tell = (acesso: Acesso | null) => {
  for (const listener of listeners) listener(acesso);
};

/** Posts to the identity routes; whoever comes back with an access is signed in. */
async function enter(path: string, body: unknown): Promise<Acesso> {
  const { data } = await api('POST', path, { body, anonymous: true, schema: acessoReader });
  tell(data);
  return data;
}

/** As `enter`, where something may still have to follow before somebody comes in. */
async function join<T extends Entrada | CadastroRecebido>(
  path: string,
  body: unknown,
  schema: Reader<T>,
): Promise<T> {
  const { data } = await api('POST', path, { body, anonymous: true, schema });
  if (data.token !== null) tell(data);
  return data;
}

/** The second factor: 'totp', 'codigo' or 'passkey'. A cookie says whose it is. */
export const answerPasso = (qual: string, body: unknown) =>
  enter(`/api/auth/segundo-fator/${qual}`, body);

/** The link of the verification mail, with a password where another browser signed up. */
export const verifyEmail = (token: string, password?: string) =>
  join('/api/auth/verify', { token, password }, confirmacaoReader);

/** Accounts of our own server: five calls, and a cookie the page never sees. */
export const identity: IdentityProvider = {
  signIn: (email, password) => join('/api/auth/sign-in/email', { email, password }, entradaReader),
  signUp: (name, email, password, convite) =>
    join('/api/auth/sign-up/email', { name, email, password, convite }, cadastroReader),
  async signOut() {
    // With the bearer where there is one: it names the session even when the cookie is gone.
    await api('POST', '/api/auth/sign-out', { body: {} });
    tell(null);
  },
  async sendRecovery(email) {
    await api('POST', '/api/auth/newpassword', { body: { email }, anonymous: true });
  },
  async getToken(uso) {
    try {
      return (await enter('/api/auth/token', { uso })).token;
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
