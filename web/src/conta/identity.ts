import type { Acesso } from '@unipark/contract/conta';
import type { SessionSource } from '../lib/session.ts';

/** Who proves who somebody is: our own server, or a provider outside. */
export type IdentityProvider = SessionSource & {
  signIn: (email: string, password: string) => Promise<Acesso>;
  signUp: (name: string, email: string, password: string) => Promise<Acesso>;
  sendRecovery: (email: string) => Promise<void>;
};
