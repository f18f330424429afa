import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { busy } from './errors.ts';

/** Event-loop delay beyond which new work is turned away: people wait less for a 503. */
const ATRASO_MAXIMO_MS = 1_000;

/** Sheds load with 503 and Retry-After while the server cannot keep up; health still answers. */
export async function registerPressure(app: FastifyInstance): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: ATRASO_MAXIMO_MS,
    retryAfter: 2,
    pressureHandler: (request) => {
      if (request.url === '/healthz') return;
      throw busy();
    },
  });
}
