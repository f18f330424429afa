/** What the identity routes share: reading who calls, answering with cookies beside the body. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { autorOf } from '../platform/audit.ts';
import { IP_HEADER } from './auth.ts';
import type { Chamada, Resposta } from './entrada.ts';

/** Public, and no honest body is larger: a huge password is refused before it costs anything. */
export const PUBLICA = { bodyLimit: 4_096, config: { publica: true } };

/** What the library may see of a request: made anew, so nothing else of it gets through. */
export const chamadaOf = (request: FastifyRequest): Chamada => ({
  autor: autorOf(request),
  ip: request.ip,
  headers: new Headers({
    cookie: request.headers.cookie ?? '',
    'user-agent': (request.headers['user-agent'] ?? '').slice(0, 300),
    [IP_HEADER]: request.ip,
  }),
});

/** The body of an answer, its cookies set on the way. */
export function sendAcesso<T>(reply: FastifyReply, { acesso, cookies }: Resposta<T>): T {
  reply.header('set-cookie', cookies);
  return acesso;
}
