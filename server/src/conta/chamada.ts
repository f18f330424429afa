import type { FastifyReply, FastifyRequest } from 'fastify';
import { getAutor } from '../platform/audit.ts';
import type { CallOrigin, LoginReply } from './entrada.ts';

/** A public route with a small body: a huge password is refused before it costs work. */
export const PUBLICA = { bodyLimit: 4_096, config: { publica: true } };

export const readChamada = (request: FastifyRequest): CallOrigin => ({
  autor: getAutor(request),
  ip: request.ip,
  headers: new Headers({
    cookie: request.headers.cookie ?? '',
    'user-agent': (request.headers['user-agent'] ?? '').slice(0, 300),
  }),
});

export function sendAcesso<T>(reply: FastifyReply, { acesso, cookies }: LoginReply<T>): T {
  reply.header('set-cookie', cookies);
  return acesso;
}
