import { asApiError } from '../lib/errors.ts';

/** Used, too old, or never a link of ours: the server does not say which. */
export const isLinkRefused = (error: unknown): boolean =>
  asApiError(error).codigo === 'link-invalido';

/** Another browser signed up: the password is asked for again, and the link is still good. */
export const isSenhaNeeded = (error: unknown): boolean =>
  asApiError(error).codigo === 'senha-necessaria';
