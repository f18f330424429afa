import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { TEXTOS_EXTERNOS } from '@unipark/contract/textosExternos';
import {
  ApiError,
  isApiError,
  TEXTO_INESPERADO,
  TEXTO_SEM_CONEXAO,
} from '../../lib/wire/errors.ts';

type LoginAnswer = { status: number; text: string; field?: 'email' | 'password'; wait?: number };

const WAIT = 60;

const wrong: LoginAnswer = { status: 401, text: TEXTOS_CONTA.credenciaisInvalidas };
const over: LoginAnswer = { status: 401, text: TEXTOS_CONTA.sessaoExpirada };
const closed: LoginAnswer = { status: 403, text: TEXTOS_CONTA.cadastroFechado };
const email: LoginAnswer = { status: 400, text: TEXTOS_CONTA.emailInvalido, field: 'email' };
const weak: LoginAnswer = { status: 400, text: TEXTOS_EXTERNOS.senhaRecusada, field: 'password' };
const unreached: LoginAnswer = { status: 0, text: TEXTO_SEM_CONEXAO };
const often: LoginAnswer = {
  status: 429,
  text: `Muitas tentativas. Tente em ${WAIT} s.`,
  wait: WAIT,
};

/** Our sentences for the provider's codes (firebase.google.com/docs/auth/admin/errors). */
const FAULTS: Record<string, LoginAnswer> = {
  'auth/invalid-credential': wrong,
  'auth/invalid-login-credentials': wrong,
  'auth/wrong-password': wrong,
  'auth/user-not-found': wrong,
  'auth/user-disabled': { status: 403, text: TEXTOS_EXTERNOS.desabilitada },
  'auth/invalid-email': email,
  'auth/missing-email': email,
  'auth/missing-password': { status: 400, text: TEXTOS_CONTA.senhaVazia, field: 'password' },
  'auth/too-many-requests': often,
  'auth/quota-exceeded': often,
  'auth/network-request-failed': unreached,
  'auth/timeout': unreached,
  'auth/email-already-in-use': { status: 409, text: TEXTOS_CONTA.emailEmUso, field: 'email' },
  'auth/weak-password': weak,
  'auth/password-does-not-meet-requirements': weak,
  'auth/operation-not-allowed': closed,
  'auth/admin-restricted-operation': closed,
  'auth/user-token-expired': over,
  'auth/invalid-user-token': over,
  'auth/user-mismatch': over,
  'auth/requires-recent-login': over,
};

export const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** The provider's message, without its prefix and code. */
function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : '';
  const plain = text.replace(/^Firebase:\s*/, '').replace(/\s*\(auth\/[\w.-]+\)\.?$/, '');
  return plain === '' || plain === 'Error' ? TEXTO_INESPERADO : plain;
}

/** Any failure of the provider as an ApiError; an ApiError is not changed. */
export function faultOf(error: unknown): ApiError {
  if (isApiError(error)) return error;
  const code = codeOf(error);
  const { status, text, field, wait }: LoginAnswer = FAULTS[code] ?? {
    status: code === '' ? 0 : 502,
    text: code === '' ? TEXTO_INESPERADO : messageOf(error),
  };
  return new ApiError({
    status,
    codigo: status === 0 && code !== '' ? 'sem-conexao' : code || 'inesperado',
    mensagem: text,
    campos: field && { [field]: text },
    esperar: wait,
  });
}
