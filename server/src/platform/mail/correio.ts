/**
 * The outbox: mail is a row of the transaction it belongs to, and goes out afterwards. Whoever
 * waits for an answer never waits for a mail server, and an outage loses nothing.
 */
import type { EstadoCorreio } from '@unipark/contract/usuario';
import type { FastifyBaseLogger } from 'fastify';
import type { ConfigCorreio } from '../../config/correio.ts';
import { afterCommit, type Banco, type Transacao } from '../db/banco.ts';
import { createEntrega } from './entrega.ts';
import type { Mensagem } from './mensagem.ts';
import { createPendente, pruneCorreio, readEstado } from './repo.ts';
import { createRemessa, type Remessa } from './smtp.ts';

export type { Mensagem } from './mensagem.ts';

export interface Correio {
  /** Whether mail goes out at all; without it `send` must not be called. */
  configurado: boolean;
  /** Puts a message into the outbox, within `trx`: it leaves once that is on disk. */
  send(trx: Transacao, mensagem: Mensagem): Promise<void>;
  estado(): Promise<EstadoCorreio>;
  /** Forgets what is long over. For the hourly housekeeping. */
  prune(): Promise<void>;
  start(): void;
  /** Ends what is under way; the rest waits for the next start. */
  stop(): Promise<void>;
}

interface CorreioDeps {
  db: Banco;
  config: ConfigCorreio | null;
  log: FastifyBaseLogger;
  /** How a message leaves; by SMTP unless said. */
  remessa?: Remessa | undefined;
}

/** The outbox of an installation; without a mail server it takes nothing and sends nothing. */
export function createCorreio({ db, config, log, remessa }: CorreioDeps): Correio {
  const saida = remessa ?? (config ? createRemessa(config) : undefined);
  const entrega = saida && createEntrega({ db, log, remessa: saida });
  const configurado = entrega !== undefined;
  return {
    configurado,
    async send(trx, mensagem) {
      await createPendente(trx, mensagem);
      afterCommit(trx, () => entrega?.wake());
    },
    estado: async () => ({ configurado, ...(await readEstado(db)) }),
    prune: () => pruneCorreio(db),
    start: () => entrega?.start(),
    stop: async () => entrega?.stop(),
  };
}
