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

/** A person signed in at the provider in this browser. */
export type FirebasePerson = {
  uid: string;
  /** The current token, or a new one after its end. */
  token: () => Promise<string>;
  sendVerification: () => Promise<void>;
  /** Deletes an account that was just created. */
  remove: () => Promise<void>;
};

/** The part of the provider's library that we use. */
export type Sdk = {
  /** The signed-in person, after the browser's storage is read. */
  current: () => Promise<FirebasePerson | null>;
  signIn: (email: string, password: string) => Promise<FirebasePerson>;
  signUp: (name: string, email: string, password: string) => Promise<FirebasePerson>;
  signOut: () => Promise<void>;
  /** Called after a sign-in, a sign-out or a new token in any tab. */
  onChange: (listener: (person: FirebasePerson | null) => void) => void;
};

const personOf = (user: User): FirebasePerson => ({
  uid: user.uid,
  token: () => user.getIdToken(),
  sendVerification: () => sendEmailVerification(user),
  remove: () => user.delete(),
});

/** Opens the provider's library for a project: passwords alone, without pop-ups of other sites. */
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
