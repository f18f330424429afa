/** `/metrics`, as Prometheus reads it. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { Problem, sendNotFound } from './errors.ts';
import { bearerOf } from './guard.ts';

interface MetricsOptions {
  local: boolean;
  metricsToken: string | null;
}

const sha256 = (texto: string): Buffer => createHash('sha256').update(texto).digest();

/** Takes as long for a near miss as for any other. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));

/** A registry of our own, with what Node says of its process. */
export function createRegistry(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}

/**
 * Opens /metrics: to everyone in a local installation, where only this machine calls; elsewhere to
 * whoever brings METRICS_TOKEN, and without that variable to nobody.
 */
export function registerMetrics(
  app: FastifyInstance,
  registry: Registry,
  { local, metricsToken }: MetricsOptions,
): void {
  app.addHook('onClose', async () => registry.clear());
  app.get(
    '/metrics',
    { config: { publica: true }, schema: { tags: ['Saúde'] } },
    async (request, reply) => {
      if (!local && metricsToken === null) return sendNotFound(request, reply);
      if (!local && metricsToken !== null && !isSame(bearerOf(request) ?? '', metricsToken)) {
        throw new Problem(401, 'nao-autenticado', 'Envie o METRICS_TOKEN como bearer.', {
          headers: { 'WWW-Authenticate': 'Bearer' },
        });
      }
      return reply.type(registry.contentType).send(await registry.metrics());
    },
  );
}
