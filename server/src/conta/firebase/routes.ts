/** The one call that an outside provider adds to our own. */
import { Acesso } from '@unipark/contract/conta';
import { EntrarExterno } from '@unipark/contract/firebase';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Config } from '../../config.ts';
import { chamadaOf, PUBLICA } from '../chamada.ts';
import { refuseOtherSite } from '../origem.ts';
import { type FirebaseDeps, firebaseService } from './service.ts';

const tags = ['Conta'];

/** A token of the provider, a name and an invitation. */
const CORPO_MAXIMO = 8_192;

interface Deps extends FirebaseDeps {
  config: Config;
}

/** POST /api/auth/firebase. */
export function firebaseRoutes(deps: Deps): FastifyPluginAsyncZod {
  const { config } = deps;

  return async (app) => {
    const service = firebaseService(deps, app.log);
    app.addHook('onClose', () => service.stop());

    app.post(
      '/api/auth/firebase',
      {
        ...PUBLICA,
        bodyLimit: CORPO_MAXIMO,
        schema: { tags, body: EntrarExterno, response: { 200: Acesso } },
      },
      async (request) => {
        refuseOtherSite(request, config);
        return service.enter(request.body, chamadaOf(request));
      },
    );
  };
}
