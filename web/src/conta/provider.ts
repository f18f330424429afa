import { unreachable } from '../lib/problem.ts';
import type { IdentityProvider } from './identity.ts';
import { identity as local } from './local.ts';

/** An outside provider: its code is loaded where the server's page asks for it, and nowhere else. */
function createOutside(): IdentityProvider {
  let loading: Promise<IdentityProvider> | undefined;
  const load = () => {
    loading ??= import('./firebase/firebase.ts')
      .then((file) => file.openFirebase())
      .catch((error) => {
        loading = undefined;
        throw error instanceof TypeError ? unreachable(error) : error;
      });
    return loading;
  };
  return {
    signIn: async (...args) => (await load()).signIn(...args),
    signUp: async (...args) => (await load()).signUp(...args),
    signOut: async () => (await load()).signOut(),
    sendRecovery: async (...args) => (await load()).sendRecovery(...args),
    getToken: async (...args) => (await load()).getToken(...args),
    onAuthStateChanged(listener) {
      const listening = load().then((provider) => provider.onAuthStateChanged(listener));
      listening.catch(() => {});
      return () => void listening.then((stop) => stop());
    },
  };
}

/** Who keeps the accounts of this installation. The page itself says it: nothing waits for a call. */
export const identity: IdentityProvider =
  document.documentElement.dataset.identidade === 'firebase' ? createOutside() : local;

// What only accounts of our own have. By this one door: a second importer of local.ts would have
// the bundler cut it out of the first chunk, and the login would pay half a kilobyte for the cut.
export { answerPasso, verifyEmail } from './local.ts';
