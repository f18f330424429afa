import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { busy } from '../errors.ts';

/** Event-loop delay above which new work is refused: a 503 is faster than the wait. */
const ATRASO_MAXIMO_MS = 1_000;

/** Refuses work with 503 and Retry-After while the server is overloaded; health still answers. */
export async function registerPressure(
  app: FastifyInstance,
  maxEventLoopDelay = ATRASO_MAXIMO_MS,
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay,
    retryAfter: 2,
    pressureHandler: (request) => {
      if (request.url === '/healthz') return;
      throw busy();
    },
  });
}
