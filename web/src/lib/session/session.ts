import type { Acesso, Conta, PrazoSessao } from '@unipark/contract/conta';
import { createStore, useStore } from '../store.ts';
import { connected } from '../wire/connection.ts';
import { logFailure } from '../wire/log.ts';
import { forgetOutbox, forgetStaleRegister } from '../wire/offline.ts';
import {
  claimDrafts,
  clearDrafts,
  clearUser,
  readUser,
  type StoredUser,
  USER_KEY,
  writeUser,
} from './storedUser.ts';

export type SessionUser = StoredUser;

export type Session =
  | { status: 'loading' }
  /** `admin` is the server's last answer; the server checks it at every call. */
  | { status: 'signedIn'; user: SessionUser; admin: boolean }
  /** `left`: a person was signed in on this page before, so no deep link was asked for. */
  | { status: 'signedOut'; left: boolean };

/** What the session needs from a provider of accounts. */
export type SessionSource = {
  onAuthStateChanged: (listener: (acesso: Acesso | null) => void) => () => void;
  /**
   * The access with a new token; null when the session has ended; throws when the provider cannot be
   * reached. The session is prolonged only when the page is in use.
   */
  renewAcesso: (inUse: boolean) => Promise<Acesso | null>;
  signOut: () => Promise<void>;
};

/** After a start without a server. */
const RETRY_MS = 5_000;

/** Set while a sign-out has not reached the server; the next start finishes it. */
export const PENDING_SIGN_OUT_KEY = 'unipark.sair';

export const session = createStore<Session>({ status: 'loading' });
export const useSession = (): Session => useStore(session);

/** The end of the session, as the server last said; undefined before its first answer. */
export const prazo = createStore<PrazoSessao | undefined>(undefined);

/** What the account should still do for its safety, as the server last said. */
export const lembrete = createStore<Conta['lembrete']>(null);

/** Whether the page is in use. The shell sets it; before that, a start counts as use. */
let isInUse = (): boolean => true;
export const setInUse = (ask: () => boolean): void => {
  isInUse = ask;
};

/** The signed-in person; only for screens behind the guard. */
export function useUser(): SessionUser {
  const current = useSession();
  return current.status === 'signedIn' ? current.user : NOBODY;
}
const NOBODY: SessionUser = { email: '', name: '', picture: null, access_token: '' };

/** Whether to offer the acts of administrators. */
export function useIsAdmin(): boolean {
  const current = useSession();
  return current.status === 'signedIn' && current.admin;
}

export const bearerToken = (): string | undefined => {
  const current = session.get();
  return current.status === 'signedIn' ? current.user.access_token : undefined;
};

/** Whose session it is; undefined when no person is signed in. */
export const emailNow = (): string | undefined => {
  const current = session.get();
  return current.status === 'signedIn' ? current.user.email : undefined;
};

let source: SessionSource | undefined;

/** Sign-outs and changes of person in this tab: what was asked before one signs nobody in after it. */
let departures = 0;

function signedIn(user: SessionUser, admin: boolean): void {
  claimDrafts(user.email);
  session.set({ status: 'signedIn', user, admin });
}

const adminNow = (): boolean => {
  const current = session.get();
  return current.status === 'signedIn' && current.admin;
};

function signedOut(): void {
  departures += 1;
  clearUser();
  prazo.set(undefined);
  lembrete.set(null);
  session.set((current) => {
    if (current.status === 'signedOut') return current;
    return { status: 'signedOut', left: current.status === 'signedIn' };
  });
}

/** What this page holds belongs to one person: before another takes over it goes, as at a sign-out. */
function leaveTo(next: string): void {
  const before = emailNow();
  if (before === undefined || before === next) return;
  departures += 1;
  clearDrafts();
  prazo.set(undefined);
  lembrete.set(null);
  signInPrompt.get()?.answer(false);
  session.set({ status: 'signedOut', left: true });
}

/** The provider's current state: an access, or null when no person is signed in. */
export function onAuthState(acesso: Acesso | null): void {
  if (!acesso) {
    signedOut();
    return;
  }
  const { email, name, picture } = acesso.user;
  const user = { email, name, picture, access_token: acesso.token };
  leaveTo(email);
  // A new sign-in cancels a pending sign-out: the next start must not end this session.
  if (session.get().status !== 'signedIn') localStorage.removeItem(PENDING_SIGN_OUT_KEY);
  writeUser(user);
  signedIn(user, acesso.user.admin);
  prazo.set(acesso.sessao);
  lembrete.set(acesso.user.lembrete);
}

/** Another tab signed in or out, or renewed the token. */
function onStorage(event: StorageEvent): void {
  if (event.key !== USER_KEY && event.key !== null) return;
  const before = emailNow();
  const user = readUser();
  if (user) leaveTo(user.email);
  if (user) signedIn(user, user.email === before && adminNow());
  else signedOut();
  // The server says with a token what another person may do.
  if (user && user.email !== before) void renewToken().catch(() => {});
  // The dialog is answered there: true for the same person, false for another one.
  signInPrompt.get()?.answer(user !== undefined && user.email === before);
}

async function finishPendingSignOut(from: SessionSource): Promise<void> {
  if (!localStorage.getItem(PENDING_SIGN_OUT_KEY)) return;
  clearUser();
  await from.signOut();
  localStorage.removeItem(PENDING_SIGN_OUT_KEY);
}

/** Asks for a new token, which signs in here unless the person has left meanwhile. */
async function renewFrom(from: SessionSource, inUse: boolean): Promise<boolean> {
  const asked = departures;
  const acesso = await from.renewAcesso(inUse);
  if (acesso && departures === asked) onAuthState(acesso);
  return acesso !== null;
}

/** The role, the end and the reminder come with a token: it is requested once the server answers. */
function renewWhenReached(): void {
  setTimeout(() => {
    if (session.get().status !== 'signedIn') return;
    if (!connected.get()) return renewWhenReached();
    renewToken(false).catch(renewWhenReached);
  }, RETRY_MS);
}

/** Restores the stored user and follows the provider and the other tabs from now on. */
export async function startSession(from: SessionSource): Promise<void> {
  source = from;
  from.onAuthStateChanged(onAuthState);
  window.addEventListener('storage', onStorage);
  forgetStaleRegister();
  await finishPendingSignOut(from).catch((error) => logFailure('pending sign-out', error));
  const stored = readUser();
  if (!stored) {
    signedOut();
    return;
  }
  try {
    if (!(await renewFrom(from, true))) signedOut();
  } catch (error) {
    // The stored user stays, and every screen says that there is no connection.
    logFailure('token renewal at start', error);
    signedIn(stored, false);
    renewWhenReached();
  }
}

let renewal: Promise<boolean> | undefined;
let renewalIsUse = false;

/**
 * A new token by the cookie, one request for all callers; false when the session has ended, unless
 * the person has signed in meanwhile. The session is prolonged only when the page is in use.
 */
export function renewToken(inUse = isInUse()): Promise<boolean> {
  if (renewal && inUse && !renewalIsUse) {
    return renewal.catch(() => {}).then(() => renewToken(true));
  }
  if (!renewal) renewalIsUse = inUse;
  renewal ??= (async () => {
    const before = bearerToken();
    const lives = source !== undefined && (await renewFrom(source, inUse));
    const now = bearerToken();
    return lives || (now !== undefined && now !== before);
  })().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

export type SignInPrompt = { answer: (signedIn: boolean) => void };

/** Not null while the in-place sign-in dialog is shown. */
export const signInPrompt = createStore<SignInPrompt | null>(null);

let asking: Promise<boolean> | undefined;

/**
 * Asks for the password in place; false when the person cancels (which signs out), or when no
 * person is signed in.
 */
export function askSignIn(): Promise<boolean> {
  const asked = emailNow();
  if (asked === undefined) return Promise.resolve(false);
  asking ??= new Promise<boolean>((resolve) => {
    signInPrompt.set({ answer: resolve });
  }).then((again) => {
    asking = undefined;
    signInPrompt.set(null);
    if (!again && emailNow() === asked) signedOut();
    return again;
  });
  return asking;
}

/**
 * Signs out here in any case; throws when the server cannot be reached. `keepOutbox`: nobody was asked
 * about the registrations of the gate that wait to be sent, so they wait for the person.
 */
export async function endSession({ keepOutbox = false } = {}): Promise<void> {
  const email = emailNow();
  localStorage.setItem(PENDING_SIGN_OUT_KEY, '1');
  try {
    // A renewal that ends after the sign-out would sign the person in again.
    await renewal?.catch(() => {});
    await source?.signOut();
    localStorage.removeItem(PENDING_SIGN_OUT_KEY);
  } finally {
    if (email && !keepOutbox)
      forgetOutbox(email).catch((error: unknown) => logFailure('outbox', error));
    signInPrompt.get()?.answer(false);
    signedOut();
  }
}
