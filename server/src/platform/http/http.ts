/** The HTTP server with everything that all routes share. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type onRequestHookHandler,
} from 'fastify';
import {
  type FastifyPluginAsyncZod,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import { config as zodConfig } from 'zod/mini';
import pt from 'zod/v4/locales/pt.js';
import { nowMs } from '../clock.ts';
import { onFrameworkError, Problem, registerErrors } from '../errors.ts';
import { limitConnections } from '../limits/connections.ts';
import { registerPipeline } from '../limits/pipeline.ts';
import { connectionLimit } from '../process/descriptors.ts';
import { formatLogTime } from '../process/logTime.ts';
import type { Output } from '../process/output.ts';
import { registerLeaving } from '../process/stop.ts';
import { findRepeated, securityHeaders } from './headers.ts';
import { registerJson } from './json.ts';
import { rawAnswer, requestId } from './raw.ts';

const CORPO_MAXIMO = 64 * 1024;
/** Limit for a whole request: a slow sender must not hold a connection. */
const PEDIDO_MS = 30_000;
const CABECALHOS_MS = 8_000;
/** Limit of a connection without traffic, such as one that does not read its answer. */
const PARADA_MS = 60_000;
/** Limit of a connection that waits for its next request. */
const OCIOSA_MS = 10_000;
/** A proxy that is not configured, or a program of this machine. */
const DESTA_MAQUINA = ['127.0.0.0/8', '::1'];

/** Limit for the arrival of a whole body. */
const CORPO_MS = 10_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds a body of this route may take to arrive. */
    prazoCorpo?: number;
  }
}

/** Ends a request whose body arrives too slowly: a slow sender must not hold a connection. */
function limitBody({ raw, routeOptions }: FastifyRequest, { raw: answer }: FastifyReply): void {
  const prazo = setTimeout(() => {
    if (raw.complete || answer.headersSent) return;
    rawAnswer(raw.socket, '408 Request Timeout', 'O pedido demorou demais para chegar.');
  }, routeOptions.config.prazoCorpo ?? CORPO_MS);
  prazo.unref();
  raw.once('close', () => clearTimeout(prazo));
  raw.once('end', () => clearTimeout(prazo));
}

function registerSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers } = request.raw;
    if (headers['content-length'] !== undefined || headers['transfer-encoding']) {
      limitBody(request, reply);
    }
    done();
  });
}

export interface HttpOptions {
  logLevel: string;
  logLocal: boolean;
  trustProxy: string[];
  versao: string;
  https: boolean;
  /** The destination of the log; by default the terminal, as in the library. */
  output?: Output | undefined;
}

/** An invalid request line or header is answered before Fastify sees it: same body, then close. */
function onClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET') return;
  const grande = error.code === 'HPE_HEADER_OVERFLOW';
  const lento = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (grande) rawAnswer(socket, '431 Request Header Fields Too Large', 'O pedido é grande demais.');
  else if (lento) rawAnswer(socket, '408 Request Timeout', 'O pedido demorou demais para chegar.');
  else rawAnswer(socket, '400 Bad Request', 'O pedido não é válido.');
}

/** Headers that may occur once: a proxy in front may use another occurrence than we do. */
const UNICOS = ['host', 'content-type', 'content-length', 'origin'];

const refuseRepeated: onRequestHookHandler = (request, _reply, done) => {
  const repetido = findRepeated(request, UNICOS);
  if (!repetido) return done();
  done(new Problem(400, 'pedido-invalido', `O cabeçalho ${repetido} está repetido.`));
};

const isWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';

/** A request as the log shows it, without anything like a device's token in its path. */
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

/** Creates the server: strict JSON input, time-outs, headers, one error body. */
export function createHttp(options: HttpOptions): FastifyInstance {
  zodConfig(pt());
  const app = Fastify({
    logger: {
      level: options.logLevel,
      ...(options.logLocal && { timestamp: () => `,"time":"${formatLogTime(nowMs())}"` }),
      serializers: { req: describeRequest },
      ...(options.output && { stream: options.output }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    bodyLimit: CORPO_MAXIMO,
    requestTimeout: PEDIDO_MS,
    connectionTimeout: PARADA_MS,
    keepAliveTimeout: OCIOSA_MS,
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    http: {
      headersTimeout: CABECALHOS_MS,
      connectionsCheckingInterval: 2_000,
      // Another offer, such as Java's h2c, is no reason to refuse a request (RFC 9110 §7.8).
      shouldUpgradeCallback: isWebSocket,
    },
    clientErrorHandler: onClientError,
    frameworkErrors: onFrameworkError,
    forceCloseConnections: 'idle',
    // While closing, our own answer is sent (`stop.ts`), not the framework's.
    return503OnClosing: false,
    // The longest id of a passkey.
    routerOptions: { maxParamLength: 1_400 },
  }).withTypeProvider<ZodTypeProvider>();
  registerPipeline(app);
  registerLeaving(app);
  const total = connectionLimit();
  const livres = [...DESTA_MAQUINA, ...options.trustProxy];
  if (total) limitConnections(app.server, { total, livres });
  registerJson(app);
  registerSlowBodies(app);
  app.setValidatorCompiler(validatorCompiler);
  // Repositories select the fields already: checking them again halves the speed.
  app.setSerializerCompiler(() => JSON.stringify);
  app.addHook('onSend', securityHeaders(options));
  registerErrors(app);
  app.addHook('onRequest', refuseRepeated);
  return app;
}

/**
 * Adds routes to the context of `app`. A hook or a parser that one of them adds holds for every route
 * of it: such routes use `register`, which makes a context of their own. Fifty of those took a tenth
 * of a start.
 */
export async function addRoutes(
  app: FastifyInstance,
  ...rotas: FastifyPluginAsyncZod[]
): Promise<void> {
  for (const add of rotas) await add(app.withTypeProvider<ZodTypeProvider>(), {});
}
