import type { Acesso, CadastroRecebido } from '@unipark/contract/conta';
import type { EntrarExterno } from '@unipark/contract/firebase';
import { bearerToken } from '../../lib/session/session.ts';
import { type ApiError, api } from '../../lib/wire/http.ts';
import { logFailure } from '../../lib/wire/log.ts';
import type { AcessoListener, IdentityProvider } from '../identity.ts';
import { loadInstalacao } from '../instalacao.ts';
import { acessoReader } from '../readers.ts';
import { codeOf, faultOf } from './faults.ts';
import { type FirebasePerson, openSdk, type Sdk } from './sdk.ts';

/** The account exists, and a confirmation by mail or by an administrator is missing. */
const WAITING = ['confirme-email', 'cadastro-recebido', 'aguarda'];

/** The server refused: neither a lost connection nor a fault that passes. */
const isRefusal = ({ status }: ApiError): boolean =>
  status >= 400 && status < 500 && status !== 429;

/** Accounts of firebase: it checks the password, our server decides about the session. */
export function createProvider(sdk: Sdk): IdentityProvider {
  const listeners = new Set<AcessoListener>();
  /** The session that this page shows; null: none. */
  let shown: { uid: string; token: string } | null = null;
  /** Calls under way: changes that the provider reports meanwhile come from them. */
  let busy = 0;

  const tell = (acesso: Acesso | null) => {
    for (const listener of listeners) listener(acesso);
  };

  async function ours<T>(work: () => Promise<T>): Promise<T> {
    busy += 1;
    try {
      return await work();
    } catch (error) {
      throw faultOf(error);
    } finally {
      busy -= 1;
    }
  }

  /** Sends the person's token to our server; answers the access when the server accepts it. */
  async function exchange(
    person: FirebasePerson,
    extras: Omit<EntrarExterno, 'token'>,
  ): Promise<Acesso> {
    const body = { token: await person.token(), ...extras };
    const options = { body, anonymous: true, schema: acessoReader };
    const { data } = await api('POST', '/api/auth/firebase', options);
    shown = { uid: person.uid, token: data.token };
    return data;
  }

  /** As `exchange`, and signs the person in. */
  async function present(...args: Parameters<typeof exchange>): Promise<Acesso> {
    const acesso = await exchange(...args);
    tell(acesso);
    return acesso;
  }

  /** After a refusal the person is signed out at the provider too. */
  async function refused(person: FirebasePerson, fault: ApiError): Promise<void> {
    const asides = [];
    if (fault.codigo === 'confirme-email') asides.push(await settled(person.sendVerification()));
    if (isRefusal(fault)) asides.push(await settled(sdk.signOut()));
    for (const error of asides) if (error) logFailure('refused sign-in', error);
  }

  /** The account at the provider: a new one, or the one of an interrupted sign-up. */
  async function join(name: string, email: string, password: string) {
    try {
      return { person: await sdk.signUp(name, email, password), isNew: true };
    } catch (error) {
      if (codeOf(error) !== 'auth/email-already-in-use') throw error;
      const person = await sdk.signIn(email, password).catch(() => {
        throw error;
      });
      return { person, isNew: false };
    }
  }

  sdk.onChange((person) => {
    if (busy > 0 || !shown) return;
    if (!person) {
      shown = null;
      tell(null);
      return;
    }
    // Another person, signed in by another tab: that tab tells this one.
    if (person.uid !== shown.uid) return;
    void (async () => {
      if ((await person.token()) !== shown?.token) await present(person, { uso: false });
    })().catch((error) => logFailure('token of the provider', error));
  });

  return {
    signIn: (email, password) =>
      ours(async () => {
        const person = await sdk.signIn(email, password);
        try {
          return await present(person, {});
        } catch (error) {
          await refused(person, faultOf(error));
          throw error;
        }
      }),

    signUp: (name, email, password, convite) =>
      ours(async (): Promise<Acesso | CadastroRecebido> => {
        const { person, isNew } = await join(name, email, password);
        try {
          return await present(person, { name, ...(convite && { convite }) });
        } catch (error) {
          const fault = faultOf(error);
          const waits = WAITING.includes(fault.codigo);
          // Removed, so that the address can sign up again with an invitation.
          if (isNew && !waits && isRefusal(fault)) await settled(person.remove());
          await refused(person, fault);
          if (!waits) throw fault;
          return { token: null, user: null, mensagem: fault.mensagem };
        }
      }),

    signOut: () =>
      ours(async () => {
        const person = await sdk.current();
        // The provider's token: after a failed sign-out the page has none.
        const token = (await person?.token().catch(() => undefined)) ?? bearerToken();
        const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
        await api('POST', '/api/auth/sign-out', { body: {}, headers, anonymous: true });
        await sdk.signOut();
        shown = null;
        tell(null);
      }),

    async sendRecovery(email) {
      await api('POST', '/api/auth/newpassword', { body: { email }, anonymous: true });
    },

    renewAcesso: (uso) =>
      ours(async () => {
        const person = await sdk.current();
        if (!person) return null;
        try {
          return await exchange(person, { uso });
        } catch (error) {
          const { status } = faultOf(error);
          if (status !== 401 && status !== 403) throw error;
          shown = null;
          return null;
        }
      }),

    onAuthStateChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Resolves with the error of a step that stops nothing, or with undefined. */
const settled = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

export async function openFirebase(): Promise<IdentityProvider> {
  const { firebase } = await loadInstalacao();
  if (!firebase) throw new Error('the page and the server differ about the provider');
  return createProvider(openSdk(firebase));
}
