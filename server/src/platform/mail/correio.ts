/**
 * The outbox: mail is a row of the transaction it belongs to, and is sent afterwards. So a request
 * never waits for a mail server, and an outage loses nothing.
 */
import type { EstadoCorreio } from '@unipark/contract/usuario';
import type { FastifyBaseLogger } from 'fastify';
import type { ConfigCorreio } from '../../config/correio.ts';
import { afterCommit, type Banco, type Transacao, tellNodes } from '../db/banco.ts';
import { createEntrega } from './entrega.ts';
import type { MailMessage } from './mensagem.ts';
import { createPendente, pruneCorreio, readEstado } from './repo.ts';
import { createRemessa, type MailTransport } from './smtp.ts';

export type { MailMessage as Mensagem } from './mensagem.ts';

export interface Correio {
  /** Whether mail is configured; without it `send` must not be called. */
  configurado: boolean;
  /** Adds a message to the outbox, within `trx`: it is sent after the commit. */
  send(trx: Transacao, mensagem: MailMessage): Promise<void>;
  getEstado(): Promise<EstadoCorreio>;
  /** Removes old messages. For the hourly housekeeping. */
  prune(): Promise<void>;
  start(): void;
  /** Ends the current delivery; the rest waits for the next start. */
  stop(): Promise<void>;
}

interface CorreioDeps {
  db: Banco;
  config: ConfigCorreio | null;
  log: FastifyBaseLogger;
  /** Delivers a message; by default over SMTP. */
  remessa?: MailTransport | undefined;
}

/** The outbox of an installation; without a mail server it accepts and sends nothing. */
export function createCorreio({ db, config, log, remessa }: CorreioDeps): Correio {
  const saida = remessa ?? (config ? createRemessa(config) : undefined);
  const entrega = saida && createEntrega({ db, log, remessa: saida });
  const configurado = entrega !== undefined;
  return {
    configurado,
    async send(trx, mensagem) {
      await createPendente(trx, mensagem);
      afterCommit(trx, () => entrega?.wake());
      tellNodes(trx, 'correio');
    },
    getEstado: async () => ({ configurado, ...(await readEstado(db)) }),
    prune: () => pruneCorreio(db),
    start: () => entrega?.start(),
    stop: async () => entrega?.stop(),
  };
}
