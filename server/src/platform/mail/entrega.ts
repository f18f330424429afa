/**
 * The one who empties the outbox: message by message, the longest waiting first. A message that the
 * server refuses is put off by itself; a server that cannot be reached is left alone for a while,
 * and nothing is put off for long because of it.
 */
import type { FastifyBaseLogger } from 'fastify';
import { type Banco, inTransaction } from '../db/banco.ts';
import { readFalha } from './falha.ts';
import {
  findDue,
  findNextDue,
  giveUpExpired,
  markFailed,
  markSent,
  type Pendente,
} from './repo.ts';
import type { Remessa } from './smtp.ts';

interface EntregaDeps {
  db: Banco;
  log: FastifyBaseLogger;
  remessa: Remessa;
}

export interface Entrega {
  start(): void;
  /** Something new is in the outbox. */
  wake(): void;
  /** Lets the message under way end for a moment; the rest waits for the next start. */
  stop(): Promise<void>;
}

const SEGUNDO = 1_000;
const MINUTO = 60 * SEGUNDO;
/** One message, from connecting to its acceptance: a server that dribbles ends here. */
const PRAZO_MENSAGEM = 30 * SEGUNDO;
const PRAZO_DESPEDIDA = 2 * SEGUNDO;
/** The longest sleep: the outbox is looked at anew after it, whoever put something there. */
const SONO_MAXIMO = MINUTO;

/** `primeira`, twice that, … up to `maxima`. */
const backoff = (vezes: number, primeira: number, maxima: number): number =>
  Math.min(primeira * 2 ** vezes, maxima);

const ESPERAS = {
  servidor: [2 * SEGUNDO, MINUTO],
  recusa: [2 * SEGUNDO, 15 * MINUTO],
  definitiva: [15 * MINUTO, 12 * 60 * MINUTO],
} as const;

export function createEntrega({ db, log, remessa }: EntregaDeps): Entrega {
  let parada = true;
  let chamada = false;
  let acordar = (): void => {};
  let trabalho: Promise<void> = Promise.resolve();
  let cancela = new AbortController();
  /** Failures in a row that were the server's, and until when it is left alone (monotonic). */
  let seguidas = 0;
  let pausaAte = 0;

  function pause(): number {
    const espera = backoff(seguidas, ...ESPERAS.servidor);
    seguidas += 1;
    pausaAte = performance.now() + espera;
    return espera;
  }

  async function putOff({ id, tentativas, expira_em }: Pendente, error: unknown): Promise<boolean> {
    const { codigo, motivo, daMensagem, definitiva } = readFalha(error);
    const tipo = definitiva ? 'definitiva' : daMensagem ? 'recusa' : 'servidor';
    const proxima = Date.now() + backoff(tentativas, ...ESPERAS[tipo]);
    const tentar_em = proxima < Date.parse(expira_em) ? new Date(proxima).toISOString() : null;
    await inTransaction(db, (trx) => markFailed(trx, id, { erro: motivo, tentar_em }));
    const nota = { correio: id, erro: codigo, tentativas: tentativas + 1 };
    log.warn(nota, tentar_em === null ? 'mail given up' : 'mail not delivered');
    return daMensagem;
  }

  /** Whether the server may be given the next one. */
  async function deliver(pendente: Pendente): Promise<boolean> {
    try {
      const prazo = AbortSignal.timeout(PRAZO_MENSAGEM);
      await remessa.send(pendente, AbortSignal.any([cancela.signal, prazo]));
    } catch (error) {
      // Cut off by our own stop: it stays due as it is.
      return cancela.signal.aborted ? false : putOff(pendente, error);
    }
    await inTransaction(db, (trx) => markSent(trx, pendente.id));
    return true;
  }

  /** Sends what is due; answers for how long there is nothing to do. */
  async function round(): Promise<number> {
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
    return proxima === undefined ? SONO_MAXIMO : Date.parse(proxima) - Date.now();
  }

  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (chamada || parada) return resolve();
      const relogio = setTimeout(resolve, Math.min(Math.max(ms, SEGUNDO), SONO_MAXIMO));
      relogio.unref();
      acordar = () => {
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

  return {
    start() {
      parada = false;
      cancela = new AbortController();
      trabalho = work();
    },
    wake() {
      chamada = true;
      acordar();
    },
    async stop() {
      parada = true;
      acordar();
      const relogio = setTimeout(() => cancela.abort(), PRAZO_DESPEDIDA);
      await trabalho;
      clearTimeout(relogio);
    },
  };
}
