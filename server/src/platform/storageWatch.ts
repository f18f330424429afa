import type { FastifyBaseLogger } from 'fastify';
import { type Banco, storageOf } from './db/banco.ts';

const COMPASSO_MS = 2_000;

/**
 * Checks the disk and the database files every two seconds, and logs a line when something changes.
 * Answers the function that stops it, which waits for the running check.
 */
export function watchStorage(db: Banco, log: FastifyBaseLogger): () => Promise<void> {
  const storage = storageOf(db);
  storage.listen(({ nivel, mensagem, dados }) => log[nivel](dados, mensagem));
  let vez = storage.check();
  const relogio = setInterval(() => {
    vez = vez.then(() => storage.check());
  }, COMPASSO_MS);
  relogio.unref();
  return () => {
    clearInterval(relogio);
    return vez;
  };
}
