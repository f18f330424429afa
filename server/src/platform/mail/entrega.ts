/**
 * Empties the outbox: message by message, the longest waiting first. A refused message is delayed
 * alone; an unreachable server is paused for a while, and no message is delayed long because of it.
 */
import type { FastifyBaseLogger } from 'fastify';
import { nowMs } from '../clock.ts';
import { type Banco, hearNodes, inEssential, isLeader } from '../db/banco.ts';
import { readFalha } from './falha.ts';
import {
  findDue,
  findNextDue,
  giveUpExpired,
  markFailed,
  markSent,
  type PendingMail,
} from './repo.ts';
import type { MailTransport } from './smtp.ts';

interface DeliveryDeps {
  db: Banco;
  log: FastifyBaseLogger;
  remessa: MailTransport;
}

export interface MailDelivery {
  start(): void;
  /** A new message is in the outbox. */
  wake(): void;
  /** Lets the current message end within a moment; the rest waits for the next start. */
  stop(): Promise<void>;
}

const SEGUNDO = 1_000;
const MINUTO = 60 * SEGUNDO;
/** Limit for one message, from connecting to its acceptance: it ends a slow server. */
const PRAZO_MENSAGEM = 30 * SEGUNDO;
const PRAZO_DESPEDIDA = 2 * SEGUNDO;
/** After it the outbox is read again: another process may have added messages. */
const SONO_MAXIMO = MINUTO;

/** `primeira`, twice that, … up to `maxima`. */
const backoff = (vezes: number, primeira: number, maxima: number): number =>
  Math.min(primeira * 2 ** vezes, maxima);

const ESPERAS = {
  servidor: [2 * SEGUNDO, MINUTO],
  recusa: [2 * SEGUNDO, 15 * MINUTO],
  definitiva: [15 * MINUTO, 12 * 60 * MINUTO],
} as const;

export function createEntrega({ db, log, remessa }: DeliveryDeps): MailDelivery {
  let parada = true;
  let chamada = false;
  let wake = (): void => {};
  let trabalho: Promise<void> = Promise.resolve();
  let cancela = new AbortController();
  /** Failures of the server in a row, and the end of its pause (monotonic). */
  let seguidas = 0;
  let pausaAte = 0;

  function pause(): number {
    const espera = backoff(seguidas, ...ESPERAS.servidor);
    seguidas += 1;
    pausaAte = performance.now() + espera;
    return espera;
  }

  async function putOff(
    { id, tentativas, expira_em }: PendingMail,
    error: unknown,
  ): Promise<boolean> {
    const { codigo, motivo, daMensagem, definitiva } = readFalha(error);
    const tipo = definitiva ? 'definitiva' : daMensagem ? 'recusa' : 'servidor';
    const proxima = nowMs() + backoff(tentativas, ...ESPERAS[tipo]);
    const tentar_em = proxima < Date.parse(expira_em) ? new Date(proxima).toISOString() : null;
    await inEssential(db, (trx) => markFailed(trx, id, { erro: motivo, tentar_em }));
    const nota = { correio: id, erro: codigo, tentativas: tentativas + 1 };
    log.warn(nota, tentar_em === null ? 'mail given up' : 'mail not delivered');
    return daMensagem;
  }

  /** Whether the server may get the next one. */
  async function deliver(pendente: PendingMail): Promise<boolean> {
    try {
      const prazo = AbortSignal.timeout(PRAZO_MENSAGEM);
      await remessa.send(pendente, AbortSignal.any([cancela.signal, prazo]));
    } catch (error) {
      // Aborted by our own stop: it stays due.
      return cancela.signal.aborted ? false : putOff(pendente, error);
    }
    await inEssential(db, (trx) => markSent(trx, pendente.id));
    return true;
  }

  /** Sends what is due; answers the time until the next message. */
  async function round(): Promise<number> {
    // Two nodes would send each message twice.
    if (!isLeader(db)) return SONO_MAXIMO;
    const falta = pausaAte - performance.now();
    if (falta > 0) return falta;
    const vencidas = await giveUpExpired(db);
    if (vencidas > 0) log.warn({ mensagens: vencidas }, 'mail given up');
    while (!parada) {
      const pendente = await findDue(db);
      if (!pendente) break;
      if (!(await deliver(pendente))) return pause();
      seguidas = 0;
    }
    const proxima = await findNextDue(db);
    return proxima === undefined ? SONO_MAXIMO : Date.parse(proxima) - nowMs();
  }

  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (chamada || parada) return resolve();
      const relogio = setTimeout(resolve, Math.min(Math.max(ms, SEGUNDO), SONO_MAXIMO));
      relogio.unref();
      wake = () => {
        clearTimeout(relogio);
        resolve();
      };
    });

  async function work(): Promise<void> {
    while (!parada) {
      chamada = false;
      const espera = await round().catch((err: unknown) => {
        log.error({ err }, 'outbox');
        return pause();
      });
      await rest(espera);
    }
  }

  function wakeUp(): void {
    chamada = true;
    wake();
  }
  let stopHearing: (() => void)[] = [];

  return {
    start() {
      parada = false;
      cancela = new AbortController();
      stopHearing = [hearNodes(db, 'correio', wakeUp), hearNodes(db, 'lideranca', wakeUp)];
      trabalho = work();
    },
    wake: wakeUp,
    async stop() {
      parada = true;
      for (const stop of stopHearing) stop();
      wake();
      const relogio = setTimeout(() => cancela.abort(), PRAZO_DESPEDIDA);
      await trabalho;
      clearTimeout(relogio);
    },
  };
}
