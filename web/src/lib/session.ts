import type { Acesso, Conta, PrazoSessao } from '@unipark/contract/conta';
import { logFailure } from './log.ts';
import { forgetOutbox, forgetStaleRegister } from './offline.ts';
import { createStore, useStore } from './store.ts';
import { clearUser, readUser, type StoredUser, USER_KEY, writeUser } from './storedUser.ts';

export type SessionUser = StoredUser;

export type Session =
  | { status: 'loading' }
  /** `admin` is what the server last said: it decides by itself at every call. */
  | { status: 'signedIn'; user: SessionUser; admin: boolean }
  /** `left`: somebody was signed in on this page before, so no deep link was asked for. */
  | { status: 'signedOut'; left: boolean };

/** What the session needs of an identity provider. */
export type SessionSource = {
  onAuthStateChanged: (listener: (acesso: Acesso | null) => void) => () => void;
  /**
   * A fresh token, null when the session is over; throws when the provider was not reached. Only a
   * use of the page prolongs the session.
   */
  getToken: (inUse: boolean) => Promise<string | null>;
  signOut: () => Promise<void>;
};

/** Set while a sign-out has not reached the server; the next start does it first. */
export const PENDING_SIGN_OUT_KEY = 'unipark.sair';

export const session = createStore<Session>({ status: 'loading' });
export const useSession = (): Session => useStore(session);

/** When the session ends, as the server last said; undefined while it said nothing. */
export const prazo = createStore<PrazoSessao | undefined>(undefined);

/** What the account should still do for its safety, as the server last said. */
export const lembrete = createStore<Conta['lembrete']>(null);

/** Whether somebody uses this page now; the shell knows, and before there is one a start is a use. */
let isInUse = (): boolean => true;
export const setInUse = (ask: () => boolean): void => {
  isInUse = ask;
};

/** The signed-in person; only for what the guard protects. */
export function useUser(): SessionUser {
  const current = useSession();
  return current.status === 'signedIn' ? current.user : NOBODY;
}
const NOBODY: SessionUser = { email: '', name: '', picture: null, access_token: '' };

/** Whether to offer what only administrators may do. */
export function useIsAdmin(): boolean {
  const current = useSession();
  return current.status === 'signedIn' && current.admin;
}

export const bearerToken = (): string | undefined => {
  const current = session.get();
  return current.status === 'signedIn' ? current.user.access_token : undefined;
};

const emailNow = (): string | undefined => {
  const current = session.get();
  return current.status === 'signedIn' ? current.user.email : undefined;
};

let source: SessionSource | undefined;

function signedIn(user: SessionUser, admin: boolean): void {
  session.set({ status: 'signedIn', user, admin });
}

const adminNow = (): boolean => {
  const current = session.get();
  return current.status === 'signedIn' && current.admin;
};

function signedOut(): void {
  clearUser();
  prazo.set(undefined);
  lembrete.set(null);
  session.set((current) => {
    if (current.status === 'signedOut') return current;
    return { status: 'signedOut', left: current.status === 'signedIn' };
  });
}

/** What the provider says now: somebody with an access, or nobody. */
export function onAuthState(acesso: Acesso | null): void {
  if (!acesso) {
    signedOut();
    return;
  }
  const { email, name, picture } = acesso.user;
  const user = { email, name, picture, access_token: acesso.token };
  // Whoever signs in starts anew: the next start must not end this session for the one before.
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
  if (user) signedIn(user, user.email === before && adminNow());
  else signedOut();
  // What somebody else may do, the server tells with a token.
  if (user && user.email !== before) void renewToken().catch(() => {});
  // Answered there: by the same person, or by somebody nothing was asked of.
  signInPrompt.get()?.answer(user !== undefined && user.email === before);
}

async function finishPendingSignOut(from: SessionSource): Promise<void> {
  if (!localStorage.getItem(PENDING_SIGN_OUT_KEY)) return;
  clearUser();
  await from.signOut();
  localStorage.removeItem(PENDING_SIGN_OUT_KEY);
}

/** Restores the stored user and keeps the session current from here on. */
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
    if ((await from.getToken(true)) === null) signedOut();
  } catch (error) {
    // Not reached: the stored user stays, and every screen tells that it has no connection.
    logFailure('token renewal at start', error);
    signedIn(stored, false);
  }
}

let renewal: Promise<boolean> | undefined;
let renewalIsUse = false;

/**
 * A fresh token through the cookie, once for all who ask; false when the session is over. Without a
 * use of the page it prolongs nothing.
 */
export function renewToken(inUse = isInUse()): Promise<boolean> {
  if (renewal && inUse && !renewalIsUse) {
    return renewal.catch(() => {}).then(() => renewToken(true));
  }
  if (!renewal) renewalIsUse = inUse;
  renewal ??= (async () => (await source?.getToken(inUse)) != null)().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

export type SignInPrompt = { answer: (signedIn: boolean) => void };

/** Not null while the in-place sign-in dialog must be shown. */
export const signInPrompt = createStore<SignInPrompt | null>(null);

let asking: Promise<boolean> | undefined;

/**
 * Asks for the password in place; false when the person gave up (and is signed out then), or when
 * nobody is signed in any more.
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

/** Signs out here whatever happens; throws when the server was not reached. */
export async function endSession(): Promise<void> {
  localStorage.setItem(PENDING_SIGN_OUT_KEY, '1');
  try {
    // A renewal that ended after the sign-out would bring the person back.
    await renewal?.catch(() => {});
    await source?.signOut();
    localStorage.removeItem(PENDING_SIGN_OUT_KEY);
  } finally {
    forgetOutbox();
    signInPrompt.get()?.answer(false);
    signedOut();
  }
}
