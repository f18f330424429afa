/** Calls to the server of `alvo.ts`, without importing it. */
import { type CallAnswer, call } from './chamadas.ts';

export const ENTRAR = '/api/auth/sign-in/email';
export const HOST = 'park.exemplo.br';

export const ownHeaders = (headers: Record<string, string> = {}) => ({ host: HOST, ...headers });

export const enter = (
  porta: number,
  email: string,
  password: string,
  headers = {},
): Promise<CallAnswer> =>
  call(porta, ENTRAR, { corpo: { email, password }, headers: ownHeaders(headers) });
