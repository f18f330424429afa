/**
 * Messages of brokers that the disk does not take. Their cars were shown from memory; the next car
 * must not wait behind them at the gate, so they are taken over from the broker and stored later.
 */
import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { DispositivoRow } from '../dispositivos/repo.ts';
import { isTransient, storageFaultOf } from '../platform/db/errors.ts';

export interface BrokerMessage {
  linha: DispositivoRow;
  caminho: string;
  corpo: Buffer;
}

interface Deps {
  /** Throws what the database threw. */
  store(mensagem: BrokerMessage): Promise<void>;
  /** Stores it unread: it fails for a reason of its own. */
  quarantine(mensagem: BrokerMessage): Promise<void>;
  log: Pick<FastifyBaseLogger, 'error'>;
  /** Milliseconds between two tries. */
  pausa: number;
}

const MENSAGENS_MAXIMO = 500;
const BYTES_MAXIMO = 32 * 1024 * 1024;

/** The disk, not a moment without a turn or a connection. */
export const isOfDisk = (err: unknown): boolean =>
  storageFaultOf(err) !== undefined && !isTransient(err);

export function createEsperaDisco({ store, quarantine, log, pausa }: Deps) {
  /** Oldest first. */
  const guardadas: BrokerMessage[] = [];
  let trabalhando = false;
  let parado = false;

  async function storeFirst(primeira: BrokerMessage): Promise<boolean> {
    try {
      await store(primeira).catch(async (err: unknown) => {
        if (storageFaultOf(err) !== undefined) throw err;
        await quarantine(primeira);
      });
      return true;
    } catch (err) {
      log.error({ err, mensagens: guardadas.length }, 'broker messages wait for the disk');
      return false;
    }
  }

  async function work(): Promise<void> {
    if (trabalhando) return;
    trabalhando = true;
    let foi = false;
    for (let [primeira] = guardadas; primeira && !parado; [primeira] = guardadas) {
      if (!foi) await setTimeout(pausa, undefined, { ref: false });
      foi = await storeFirst(primeira);
      if (foi) guardadas.shift();
    }
    trabalhando = false;
  }

  return {
    /** False when too much waits already: then the broker has to keep it. */
    take(mensagem: BrokerMessage): boolean {
      const bytes = guardadas.reduce((soma, { corpo }) => soma + corpo.length, 0);
      if (guardadas.length >= MENSAGENS_MAXIMO || bytes >= BYTES_MAXIMO) return false;
      guardadas.push(mensagem);
      void work();
      return true;
    },
    /** Ends the tries: what waits still is lost, and the log says how much. */
    stop(): void {
      parado = true;
      if (guardadas.length > 0) log.error({ mensagens: guardadas.length }, 'broker messages lost');
    },
  };
}
