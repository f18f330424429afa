import { TEXTOS_EXTERNOS } from '@unipark/contract/textosExternos';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../platform/errors.ts';

/** Passwords, second factors and sessions of our own: the provider has its own of each. */
const LOCAIS = [
  /^\/api\/auth\/(sign-up|sign-in|segundo-fator|verify|oidc)(\/|$)/,
  /^\/api\/auth\/(token|newpassword\/confirmar)$/,
  /^\/api\/perfil\/(senha|totp|codigos|passkeys)(\/|$)/,
  /^\/api\/usuarios\/:id\/(redefinir|segundo-fator)(\/|$)/,
];

/**
 * Closes, for the routes of `app` and of what it registers, those that an outside provider makes
 * meaningless. By the route's own pattern, so that no spelling of a path gets round it.
 */
export function closeLocalRoutes(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ routeOptions: { url = '' } }) => {
    if (!LOCAIS.some((padrao) => padrao.test(url))) return;
    throw new Problem(403, 'conta-externa', TEXTOS_EXTERNOS.soNoProvedor);
  });
}
