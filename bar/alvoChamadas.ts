/** How the server of `alvo.ts` is spoken to; loads nothing of it. */
import { type Chegada, call } from './chamadas.ts';

export const ENTRAR = '/api/auth/sign-in/email';
export const HOST = 'park.exemplo.br';

export const nosso = (headers: Record<string, string> = {}) => ({ host: HOST, ...headers });

/** Tries to sign in. */
export const enter = (
  porta: number,
  email: string,
  password: string,
  headers = {},
): Promise<Chegada> => call(porta, ENTRAR, { corpo: { email, password }, headers: nosso(headers) });
