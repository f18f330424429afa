import type { FastifyBaseLogger } from 'fastify';
import type { Banco } from './db/banco.ts';
import type { EventLog } from './events.ts';
import { pruneAnswers } from './idempotency.ts';

const UMA_HORA_MS = 3_600_000;

/** Clears what is past its time, each hour. A job that fails is logged and tried again. */
export function keepHouse(db: Banco, eventos: EventLog, log: FastifyBaseLogger): () => void {
  const limpar = async (): Promise<void> => {
    await eventos.prune();
    await pruneAnswers(db);
  };
  const relogio = setInterval(() => {
    limpar().catch((error: unknown) => log.error({ err: error }, 'housekeeping failed'));
  }, UMA_HORA_MS);
  relogio.unref();
  return () => clearInterval(relogio);
}
