import type { Acesso, CadastroRecebido, Entrada } from '@unipark/contract/conta';
import type { SessionSource } from '../lib/session/session.ts';

/** Is told of each sign-in and, with null, of a sign-out. */
export type AcessoListener = (acesso: Acesso | null) => void;

/** What a provider of accounts does: our own server, or firebase. */
export type IdentityProvider = SessionSource & {
  /** Signs in, or asks for a second factor. */
  signIn: (email: string, password: string) => Promise<Entrada>;
  /** Signs in, or answers a sentence about the next step. `convite`: an invitation's token. */
  signUp: (
    name: string,
    email: string,
    password: string,
    convite?: string,
  ) => Promise<Acesso | CadastroRecebido>;
  sendRecovery: (email: string) => Promise<void>;
};
