import type { Acesso, CadastroRecebido, Entrada } from '@unipark/contract/conta';
import type { SessionSource } from '../lib/session.ts';

/** Who proves who somebody is: our own server, or a provider outside. */
export type IdentityProvider = SessionSource & {
  /** Signed in at once, or asked for a second factor. */
  signIn: (email: string, password: string) => Promise<Entrada>;
  /** Signed in at once, or a sentence about what comes next. `convite`: an invitation's token. */
  signUp: (
    name: string,
    email: string,
    password: string,
    convite?: string,
  ) => Promise<Acesso | CadastroRecebido>;
  sendRecovery: (email: string) => Promise<void>;
};
