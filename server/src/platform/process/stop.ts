/** The end of the server: announced, in order, once, and within its limits. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { Problem } from '../errors.ts';
import { logFault } from './repeats.ts';

/** Streams and requests have this long to end before the process does. */
const LIMITE_MS = 4_500;
/** The port stays open this long, so that probes see that the server is stopping. */
const AVISO_MS = 1_500;
/** The process ends after this in any case. */
const PRAZO_MS = 9_000;

/** Programs that monitor the server: they are answered until the end. */
const SONDAS = ['/healthz', '/readyz', '/metrics'];

declare module 'fastify' {
  interface FastifyInstance {
    /** The server is about to end: it accepts no new work. */
    leaving: boolean;
  }
}

const shuttingDown = (): Problem =>
  new Problem(503, 'encerrando', 'O servidor está reiniciando. Tente de novo em instantes.', {
    headers: { 'Retry-After': '5' },
  });

/** While the server is stopping, new requests are 503 and every answer closes its connection. */
export function registerLeaving(app: FastifyInstance): void {
  app.decorate('leaving', false);
  app.addHook('onRequest', (request, _reply, done) => {
    const refused = app.leaving && !SONDAS.includes(request.routeOptions.url ?? '');
    done(refused ? shuttingDown() : undefined);
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (app.leaving) reply.header('connection', 'close');
    done();
  });
}

/**
 * Stops gracefully: the port stays open for `avisoMs`, running requests are answered, connections
 * are closed when they become idle. Plain `close()` waits for those that become idle after it.
 */
export async function stopGracefully(app: FastifyInstance, avisoMs = 0): Promise<void> {
  app.leaving = true;
  const ociosas = setInterval(() => app.server.closeIdleConnections(), 100);
  const forcar = setTimeout(() => app.server.closeAllConnections(), LIMITE_MS);
  try {
    await sleep(avisoMs);
    await app.close();
  } finally {
    clearInterval(ociosas);
    clearTimeout(forcar);
  }
}

/** Without a terminal, as under nohup, the signal is ignored. */
function followTerminal(handle: () => void): void {
  process.on('SIGHUP', [0, 1, 2].some(isatty) ? handle : () => {});
}

/** Ctrl+C reaches the process from the terminal and again from npm: both are one request. */
const MESMO_PEDIDO_MS = 1_000;

/**
 * Calls `first` at the first SIGTERM, SIGINT or end of the terminal, and `again` at a later one.
 * Signals within a second of the first are the same request.
 */
export function onTermination(first: () => void, again: () => void): void {
  let since: number | undefined;
  const handle = (): void => {
    if (since === undefined) {
      since = performance.now();
      first();
    } else if (performance.now() - since > MESMO_PEDIDO_MS) again();
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, handle);
  followTerminal(handle);
}

interface StopOptions {
  app: FastifyInstance;
  log: Pick<FastifyBaseLogger, 'fatal' | 'error'>;
  /** Runs after the last request. */
  afterwards: () => Promise<void>;
}

/**
 * Begins this program anew in the same process: supervisors and terminals keep it. Windows has no
 * such call; there a supervisor, or a person, starts it again.
 */
function startAgain(): never {
  const { execPath, execArgv, argv } = process;
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], process.env as never);
  process.exit(0);
}

/**
 * Ends the process on SIGTERM or SIGINT with code 0, and on an uncaught error with code 1. A second
 * signal ends it at once. Answers the function that ends it in order to start again.
 */
export function endInOrder({ app, log, afterwards }: StopOptions): () => void {
  let leaving = false;
  let again = false;
  let codigo = 0;

  const stop = async (): Promise<void> => {
    try {
      await stopGracefully(app, AVISO_MS);
    } finally {
      await afterwards();
    }
  };
  const end = (): void => {
    if (leaving) return;
    leaving = true;
    setTimeout(() => process.exit(1), PRAZO_MS);
    stop().then(
      () => (again && codigo === 0 ? startAgain() : process.exit(codigo)),
      () => process.exit(1),
    );
  };

  const terminate = (): void => {
    // A person or a supervisor wants it to end, also while it is about to start again.
    again = false;
    end();
  };
  onTermination(terminate, () => process.exit(1));
  for (const falha of ['unhandledRejection', 'uncaughtException']) {
    process.on(falha, (error: Error) => {
      codigo = 1;
      // The first error is the cause; there may be many after it.
      if (leaving) logFault(log, error, falha);
      else log.fatal({ err: error }, falha);
      end();
    });
  }
  return () => {
    again = !leaving;
    end();
  };
}
