import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { systemClock } from '../clock.ts';
import { busy } from '../errors.ts';

/** Event-loop delay above which new work is refused: a 503 is faster than the wait. */
const ATRASO_MAXIMO_MS = 1_000;

/** A sample is a second long: those of this time may contain the start of the server itself. */
const PARTIDA_MS = 2_000;

/**
 * Refuses work with 503 and Retry-After while the server is overloaded; health still answers. The
 * delay of the start is no overload: on a slow machine it refused the first requests.
 */
export async function registerPressure(
  app: FastifyInstance,
  maxEventLoopDelay = ATRASO_MAXIMO_MS,
): Promise<void> {
  let ready = Number.POSITIVE_INFINITY;
  app.addHook('onReady', async () => {
    ready = systemClock.elapsed();
  });
  await app.register(underPressure, {
    maxEventLoopDelay,
    retryAfter: 2,
    pressureHandler: (request) => {
      if (request.url === '/healthz' || systemClock.elapsed() < ready + PARTIDA_MS) return;
      throw busy();
    },
  });
}
