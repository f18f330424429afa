/** The HTTP server with everything that is the same for every route. */
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { config as zodConfig } from 'zod/mini';
import pt from 'zod/v4/locales/pt.js';
import { connectionLimit } from './descriptors.ts';
import { onFrameworkError, registerErrors } from './errors.ts';
import { securityHeaders } from './headers.ts';
import { registerJson } from './json.ts';
import { registerPipeline } from './pipeline.ts';
import { rawAnswer, requestId } from './raw.ts';
import { registerSlowBodies } from './slow.ts';

const CORPO_MAXIMO = 64 * 1024;
/** Time for a whole request to arrive; slow senders may not hold a connection. */
const PEDIDO_MS = 30_000;
const CABECALHOS_MS = 8_000;
/** A connection on which nothing moves, such as one that leaves its answer unread. */
const PARADA_MS = 60_000;

export interface HttpOptions {
  logLevel: string;
  trustProxy: string[];
  versao: string;
  https: boolean;
}

/** A bad request line or header is answered before Fastify sees it: same body, then close. */
function onClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET') return;
  const grande = error.code === 'HPE_HEADER_OVERFLOW';
  const lento = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (grande) rawAnswer(socket, '431 Request Header Fields Too Large', 'O pedido é grande demais.');
  else if (lento) rawAnswer(socket, '408 Request Timeout', 'O pedido demorou demais para chegar.');
  else rawAnswer(socket, '400 Bad Request', 'O pedido não é válido.');
}

/** A request as the log shows it: what looks like a device's token in a path stays out. */
const describeRequest = ({
  method,
  url = '',
  ip,
}: {
  method: string;
  url?: string;
  ip?: string;
}) => ({
  method,
  url: url.split('?')[0]?.replace(/[\w-]{20,}/g, '***'),
  remoteAddress: ip,
});

/** Creates the server: strict JSON in, compiled JSON out, time-outs, headers, one error body. */
export function createHttp(options: HttpOptions): FastifyInstance {
  zodConfig(pt());
  const app = Fastify({
    logger: { level: options.logLevel, serializers: { req: describeRequest } },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    bodyLimit: CORPO_MAXIMO,
    requestTimeout: PEDIDO_MS,
    connectionTimeout: PARADA_MS,
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    http: { headersTimeout: CABECALHOS_MS, connectionsCheckingInterval: 2_000 },
    clientErrorHandler: onClientError,
    frameworkErrors: onFrameworkError,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  }).withTypeProvider<ZodTypeProvider>();
  registerPipeline(app);
  const visitantes = connectionLimit();
  if (visitantes) app.server.maxConnections = visitantes;
  registerJson(app);
  registerSlowBodies(app);
  app.setValidatorCompiler(validatorCompiler);
  // Rows are picked field by field before they leave: checking them again halves the speed.
  app.setSerializerCompiler(() => JSON.stringify);
  app.addHook('onSend', securityHeaders(options));
  registerErrors(app);
  return app;
}
