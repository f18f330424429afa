import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { sentenceOf } from '../../lib/wire/errors.ts';
import { ApiError } from '../../lib/wire/http.ts';

export function loginSentence(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return TEXTOS_CONTA.credenciaisInvalidas;
  return sentenceOf(error) ?? TEXTOS_CONTA.erroLogin;
}

/** Seconds until another attempt is allowed; 0 when the answer was not 'too many'. */
export function secondsToWait(error: unknown): number {
  if (!(error instanceof ApiError) || error.status !== 429) return 0;
  return error.esperar ?? 30;
}
