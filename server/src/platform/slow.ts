import type { FastifyInstance } from 'fastify';
import { rawAnswer } from './raw.ts';

/** A body that is not whole by then is not waited for. */
const CORPO_MS = 10_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds a body of this route may take to arrive. */
    prazoCorpo?: number;
  }
}

/** Ends a request whose body trickles in: a slow sender may not hold a connection. */
export function registerSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    if (raw.headers['content-length'] === undefined && !raw.headers['transfer-encoding']) return;
    const prazo = setTimeout(() => {
      if (raw.complete || reply.raw.headersSent) return;
      rawAnswer(raw.socket, '408 Request Timeout', 'O pedido demorou demais para chegar.');
    }, request.routeOptions.config.prazoCorpo ?? CORPO_MS);
    prazo.unref();
    raw.once('close', () => clearTimeout(prazo));
    raw.once('end', () => clearTimeout(prazo));
  });
}
