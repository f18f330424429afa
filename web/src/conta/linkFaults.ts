import { asApiError } from '../lib/wire/errors.ts';

/** Used, expired or invalid: the server does not say which. */
export const isLinkRefused = (error: unknown): boolean =>
  asApiError(error).codigo === 'link-invalido';

/** Another browser signed up: a password is needed, and the link stays valid. */
export const isSenhaNeeded = (error: unknown): boolean =>
  asApiError(error).codigo === 'senha-necessaria';
