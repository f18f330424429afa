/** The HTTP server with everything that is the same for every route. */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { config as zodConfig } from 'zod/mini';
import pt from 'zod/v4/locales/pt.js';
import { onFrameworkError, registerErrors } from './errors.ts';
import { securityHeaders } from './headers.ts';

const CORPO_MAXIMO = 64 * 1024;
/** Time for a whole request to arrive; slow senders may not hold a connection. */
const PEDIDO_MS = 30_000;
const CABECALHOS_MS = 8_000;

export interface HttpOptions {
  logLevel: string;
  trustProxy: string[];
  versao: string;
  https: boolean;
  destination?: NodeJS.WritableStream;
}

/** Short enough to be read out over the telephone: '7F3A-91C2'. */
function requestId(): string {
  const hex = randomBytes(4).toString('hex').toUpperCase();
  return `${hex.slice(0, 4)}-${hex.slice(4)}`;
}

/** A bad request line or header is answered before Fastify sees it: same body, then close. */
function onClientError(
  error: NodeJS.ErrnoException,
  socket: ServerResponse['socket'] | import('node:stream').Duplex,
): void {
  if (!socket || socket.destroyed || error.code === 'ECONNRESET') return;
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : '400 Bad Request';
  const mensagem = 'O pedido não é válido.';
  const corpo = JSON.stringify({
    codigo: 'pedido-invalido',
    mensagem,
    error: mensagem,
    pedido: requestId(),
  });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(corpo)}\r\nConnection: close\r\n\r\n${corpo}`,
  );
}

/** Creates the server: strict JSON in, compiled JSON out, time-outs, headers, one error body. */
export function createHttp(options: HttpOptions): FastifyInstance {
  zodConfig(pt());
  const app = Fastify({
    logger: {
      level: options.logLevel,
      ...(options.destination && { stream: options.destination }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    bodyLimit: CORPO_MAXIMO,
    requestTimeout: PEDIDO_MS,
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    http: { headersTimeout: CABECALHOS_MS, connectionsCheckingInterval: 2_000 },
    clientErrorHandler: onClientError,
    frameworkErrors: onFrameworkError,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  } as never).withTypeProvider<ZodTypeProvider>() as unknown as FastifyInstance;
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  // Rows are picked field by field before they leave: checking them again halves the speed.
  app.setSerializerCompiler(() => JSON.stringify);
  app.addHook('onSend', securityHeaders(options));
  registerErrors(app);
  return app;
}
