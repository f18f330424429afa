/** Requests sent ahead of their answers on one connection (RFC 9112 §9.3.2). Browsers send none. */
import type { FastifyInstance } from 'fastify';

/** Each holds an answer, and perhaps a file, until it is read. */
const ADIANTADOS = 8;

/**
 * Ends a connection that sends more requests than it reads answers. Register it before anything
 * else: a single packet may contain a thousand requests, and each must cost almost nothing.
 */
export function registerPipeline(app: FastifyInstance): void {
  const abertos = new WeakMap<object, number>();
  const add = (socket: object, vezes: number): number => {
    const agora = (abertos.get(socket) ?? 0) + vezes;
    abertos.set(socket, agora);
    return agora;
  };

  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    if (!socket.destroyed && add(socket, 1) <= ADIANTADOS) {
      reply.raw.once('close', () => add(socket, -1));
      done();
      return;
    }
    reply.hijack();
    socket.destroy();
  });
}
