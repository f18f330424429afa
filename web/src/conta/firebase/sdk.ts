import { initializeApp } from '@firebase/app';
import {
  browserLocalPersistence,
  createUserWithEmailAndPassword,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  sendEmailVerification,
  signInWithEmailAndPassword,
  signOut,
  type User,
  updateProfile,
} from '@firebase/auth';
import type { Instalacao } from '@unipark/contract/conta';

/** Somebody whom the provider knows on this browser. */
export type Person = {
  uid: string;
  /** The token as it is, or the next one when it is over. */
  token: () => Promise<string>;
  sendVerification: () => Promise<void>;
  /** Takes an account that was just made away again. */
  remove: () => Promise<void>;
};

/** As much of the provider as we use. */
export type Sdk = {
  /** Who is signed in here, once the browser's storage was read. */
  current: () => Promise<Person | null>;
  signIn: (email: string, password: string) => Promise<Person>;
  signUp: (name: string, email: string, password: string) => Promise<Person>;
  signOut: () => Promise<void>;
  /** Somebody signed in or out, in any tab, or has another token. */
  onChange: (listener: (person: Person | null) => void) => void;
};

const personOf = (user: User): Person => ({
  uid: user.uid,
  token: () => user.getIdToken(),
  sendVerification: () => sendEmailVerification(user),
  remove: () => user.delete(),
});

/** Opens the provider's code for a project: passwords only, no windows of other sites. */
export function openSdk(config: NonNullable<Instalacao['firebase']>): Sdk {
  const auth = initializeAuth(initializeApp(config), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  });
  auth.languageCode = 'pt-BR';
  return {
    async current() {
      await auth.authStateReady();
      return auth.currentUser && personOf(auth.currentUser);
    },
    async signIn(email, password) {
      return personOf((await signInWithEmailAndPassword(auth, email, password)).user);
    },
    async signUp(name, email, password) {
      const { user } = await createUserWithEmailAndPassword(auth, email, password);
      await updateProfile(user, { displayName: name });
      return personOf(user);
    },
    signOut: () => signOut(auth),
    onChange(listener) {
      onIdTokenChanged(auth, (user) => listener(user && personOf(user)));
    },
  };
}
