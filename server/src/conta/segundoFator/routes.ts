/** The second factor: the step that follows a password, and the owner's own factors. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { type FatoresDeps, fatoresRoutes } from './fatoresRoutes.ts';
import { type PassoDeps, passoRoutes } from './passoRoutes.ts';

/** Both halves; each in a scope of its own, for the step alone is open to a cookie. */
export function segundoFatorRoutes(deps: FatoresDeps & PassoDeps): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(passoRoutes(deps));
    await app.register(fatoresRoutes(deps));
  };
}
