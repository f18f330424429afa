import type { FastifyInstance } from 'fastify';

/** Streams and requests have this long to end before the process does. */
const LIMITE_MS = 4_500;

/**
 * Stops gracefully: requests under way are answered, idle connections closed as they fall idle,
 * then the database. Plain `close()` waits for keep-alive sockets that fall idle after it.
 */
export async function stopGracefully(app: FastifyInstance): Promise<void> {
  const ociosas = setInterval(() => app.server.closeIdleConnections(), 100);
  const forcar = setTimeout(() => app.server.closeAllConnections(), LIMITE_MS);
  try {
    await app.close();
  } finally {
    clearInterval(ociosas);
    clearTimeout(forcar);
  }
}

/** Ends the process on SIGTERM or SIGINT; a second signal does not wait. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let encerrando = false;
  const handle = (): void => {
    if (encerrando) process.exit(1);
    encerrando = true;
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
}
