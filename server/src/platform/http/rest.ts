/** The rest of a body whose request is answered already. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A peer has this long to send it; then the connection is closed. */
const RESTO_MS = 2_000;

/**
 * Lets the rest of a refused body arrive and drops it. A connection that is closed with unread bytes
 * is reset, and a peer that still writes, such as a proxy, then loses the answer. A peer that asked
 * for the end of the connection has it at once: it reads until then.
 */
export function dropRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (!reply.raw.shouldKeepAlive) {
    reply.header('connection', 'close');
    return;
  }
  // Said, because the library says close after a body that is too large.
  reply.header('connection', 'keep-alive');
  const desligar = setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, RESTO_MS);
  desligar.unref();
  reply.raw.once('finish', () => raw.resume());
  raw.once('end', () => clearTimeout(desligar));
}
