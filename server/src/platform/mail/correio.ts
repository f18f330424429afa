/**
 * The outbox: mail is a row of the transaction it belongs to, and goes out afterwards. Whoever
 * waits for an answer never waits for a mail server, and an outage loses nothing.
 */
import type { EstadoCorreio } from '@unipark/contract/usuario';
import type { FastifyBaseLogger } from 'fastify';
import type { ConfigCorreio } from '../../config/correio.ts';
import { afterCommit, type Banco, inTransaction, type Transacao } from '../db/banco.ts';
import {
  createPendente,
  findNextDue,
  listDue,
  markFailed,
  markSent,
  type Pendente,
  pruneCorreio,
  readEstado,
} from './repo.ts';
import { createRemessa, type Remessa } from './smtp.ts';

export interface Mensagem {
  para: string;
  assunto: string;
  /** Plain text; the only form, so it reads alike everywhere. */
  texto: string;
  responderA?: string;
  /** After this it is not worth sending any more; a week unless said. */
  expiraEm?: Date;
}

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

const LOTE = 20;
const SEGUNDO = 1_000;
const ESPERA_MAXIMA = 15 * 60 * SEGUNDO;
/** The longest sleep: due times are looked at anew after it, whatever the clock did meanwhile. */
const SONO_MAXIMO = 60 * SEGUNDO;

/** What went wrong, without anything that was in the message or the address of the server. */
const reasonOf = (error: unknown): string => {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return [code ?? 'ERRO', responseCode].filter(Boolean).join(' ');
};

/** 2, 4, 8 … s, up to a quarter of an hour. */
const backoff = (tentativas: number): number =>
  Math.min(SEGUNDO * 2 ** (tentativas + 1), ESPERA_MAXIMA);

/** The outbox of an installation; without a mail server it takes nothing and sends nothing. */
export function createCorreio({ db, config, log, remessa }: CorreioDeps): Correio {
  const saida = remessa ?? (config ? createRemessa(config.url, config.de) : undefined);
  let relogio: NodeJS.Timeout | undefined;
  let vez: Promise<void> = Promise.resolve();
  let parado = true;

  async function deliver(pendente: Pendente): Promise<boolean> {
    const { id, tentativas, expira_em } = pendente;
    try {
      await saida?.send(pendente);
      await inTransaction(db, (trx) => markSent(trx, id));
      return true;
    } catch (error) {
      const proxima = Date.now() + backoff(tentativas);
      const tentar_em = proxima < Date.parse(expira_em) ? new Date(proxima).toISOString() : null;
      const erro = reasonOf(error);
      log.warn({ correio: id, erro, tentativas: tentativas + 1 }, 'mail not delivered');
      await inTransaction(db, (trx) => markFailed(trx, id, { erro, tentar_em }));
      return false;
    }
  }

  /** Sends what is due; after a failure the rest of it waits too: the server is probably away. */
  async function flush(): Promise<void> {
    for (;;) {
      const devidas = await listDue(db, new Date().toISOString(), LOTE);
      for (const pendente of devidas) {
        if (parado || !(await deliver(pendente))) return;
      }
      if (devidas.length < LOTE) return;
    }
  }

  async function sleep(): Promise<void> {
    const proxima = await findNextDue(db);
    if (parado || proxima === undefined) return;
    const espera = Math.max(SEGUNDO, Date.parse(proxima) - Date.now());
    clearTimeout(relogio);
    relogio = setTimeout(wake, Math.min(espera, SONO_MAXIMO));
    relogio.unref();
  }

  function wake(): void {
    if (parado || !saida) return;
    vez = vez
      .then(flush)
      .then(sleep)
      .catch((err: unknown) => log.error({ err }, 'outbox'));
  }

  return {
    configurado: saida !== undefined,
    async send(trx, mensagem) {
      await createPendente(trx, mensagem);
      afterCommit(trx, wake);
    },
    estado: async () => ({ configurado: saida !== undefined, ...(await readEstado(db)) }),
    prune: () => pruneCorreio(db),
    start() {
      parado = false;
      wake();
    },
    async stop() {
      parado = true;
      clearTimeout(relogio);
      await vez;
      saida?.close();
    },
  };
}
