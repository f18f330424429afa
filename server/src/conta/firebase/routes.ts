import { Acesso } from '@unipark/contract/conta';
import { EntrarExterno } from '@unipark/contract/firebase';
import { TEXTOS_EXTERNOS } from '@unipark/contract/textosExternos';
import type { FastifyInstance } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Config } from '../../config.ts';
import { Problem } from '../../platform/errors.ts';
import { PUBLICA, readChamada } from '../chamada.ts';
import { refuseOtherSite } from '../origem.ts';
import type { PedirRecuperacao } from '../senha/recuperacao.ts';
import { createRecuperacao } from './recuperacao.ts';
import { type FirebaseDeps, firebaseService } from './service.ts';

const tags = ['Conta'];

/** Room for a token of the provider, a name and an invitation. */
const CORPO_MAXIMO = 8_192;

interface Deps extends FirebaseDeps {
  config: Config;
}

function firebaseRoutes(deps: Deps): FastifyPluginAsyncZod {
  const { config } = deps;

  return async (app) => {
    const service = firebaseService(deps, app.log);
    app.addHook('onClose', () => service.stop());

    app.post(
      '/api/auth/firebase',
      {
        ...PUBLICA,
        bodyLimit: CORPO_MAXIMO,
        schema: {
          tags,
          summary: 'Entra com uma conta do Firebase',
          body: EntrarExterno,
          response: { 200: Acesso },
        },
      },
      async (request) => {
        refuseOtherSite(request, config);
        return service.enter(request.body, readChamada(request));
      },
    );
  };
}

/** Passwords, second factors and sessions of local accounts: the provider has its own. */
const LOCAIS = [
  /^\/api\/auth\/(sign-up|sign-in|segundo-fator|verify|oidc)(\/|$)/,
  /^\/api\/auth\/(token|newpassword\/confirmar)$/,
  /^\/api\/perfil\/(senha|totp|codigos|passkeys)(\/|$)/,
  /^\/api\/usuarios\/:id\/(redefinir|segundo-fator)(\/|$)/,
];

/**
 * Closes the routes of `app` and its plugins that have no meaning with an outside provider. It
 * compares the route's pattern, so that no spelling of a path avoids it.
 */
function closeLocalRoutes(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ routeOptions: { url = '' } }) => {
    if (!LOCAIS.some((padrao) => padrao.test(url))) return;
    throw new Problem(403, 'conta-externa', TEXTOS_EXTERNOS.soNoProvedor);
  });
}

/**
 * Adds the provider's route to `app` and closes the routes of local accounts; call it before those
 * routes are registered. Answers the recovery of passwords. Does nothing without a provider.
 */
export async function mountProvider(
  app: FastifyInstance,
  deps: Deps,
): Promise<{ pedirRecuperacao?: PedirRecuperacao }> {
  const { db, config } = deps;
  if (!config.firebase) return {};
  closeLocalRoutes(app);
  await app.register(firebaseRoutes(deps));
  const { ask, stop } = createRecuperacao({ db, config: config.firebase, log: app.log });
  app.addHook('onClose', stop);
  return { pedirRecuperacao: ask };
}

/** The page's data about the provider, and the two hosts that its browser code calls. */
export const NA_PAGINA = {
  nome: 'firebase',
  origens: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
};
