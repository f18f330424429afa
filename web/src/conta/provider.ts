import { unreachable } from '../lib/wire/problem.ts';
import type { IdentityProvider } from './identity.ts';
import { identity as local } from './local.ts';

/** Firebase accounts: the code is loaded only where the server's page asks for it. */
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
    renewAcesso: async (...args) => (await load()).renewAcesso(...args),
    onAuthStateChanged(listener) {
      const listening = load().then((provider) => provider.onAuthStateChanged(listener));
      listening.catch(() => {});
      return () => void listening.then((stop) => stop());
    },
  };
}

/** The provider of this installation. The page itself names it, so no call is needed first. */
export const identity: IdentityProvider =
  document.documentElement.dataset.identidade === 'firebase' ? createOutside() : local;

// Calls that only our own accounts have. They are exported here alone: with a second importer of
// local.ts the bundler makes it a chunk of its own, which costs the login half a kilobyte.
export { answerPasso, verifyEmail } from './local.ts';
