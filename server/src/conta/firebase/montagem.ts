/** What an outside provider changes of the identity routes, in one place. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { PedirRecuperacao } from '../senha/recuperacao.ts';
import { closeLocalRoutes } from './fechadas.ts';
import { createRecuperacao } from './recuperacao.ts';
import { firebaseRoutes } from './routes.ts';
import type { FirebaseDeps } from './service.ts';

/**
 * Adds the provider's call to `app` and closes what only accounts of our own need; call it before
 * those routes are registered. Answers how a lost password is asked for. Without a provider
 * configured nothing happens.
 */
export async function mountProvider(
  app: FastifyInstance,
  deps: FirebaseDeps & { config: Config },
): Promise<{ pedirRecuperacao?: PedirRecuperacao }> {
  const { db, config } = deps;
  if (!config.firebase) return {};
  closeLocalRoutes(app);
  await app.register(firebaseRoutes(deps));
  const { ask, stop } = createRecuperacao({ db, config: config.firebase, log: app.log });
  app.addHook('onClose', stop);
  return { pedirRecuperacao: ask };
}
