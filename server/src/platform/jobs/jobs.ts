/**
 * Long work: a row that a person, the schedule or the operator's tool inserts, and that one process
 * at a time works on, of all that share the database. The worker sends a heartbeat every ten
 * seconds; after a minute of silence another process takes the row, and the kind of work decides
 * what is kept. Every write first checks that the row is still ours: a process that slept too long,
 * or whose work was cancelled, changes nothing more.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Autor } from '../audit.ts';
import { isRecent, nowMs } from '../clock.ts';
import { afterCommit, type Banco, inTransaction, type Transacao } from '../db/banco.ts';
import { isTransient } from '../db/errors.ts';
import { conflict } from '../errors.ts';
import {
  endJob,
  findJob,
  findLast,
  insertJob,
  isAlive,
  type JobProgress,
  type JobRow,
  keepJob,
  listOpen,
  pruneJobs,
  releaseJob,
  SILENCE_MS,
  takeJob,
} from './repo.ts';

const BEAT_MS = SILENCE_MS / 6;
const POLL_MS = 1_000;
const WATCH_MS = 200;
/** Between two tries of a transaction that another process prevents. */
const RETRY_MS = 100;
/** A server takes a waiting row within a second: after this time there is no server. */
const UNTAKEN_MS = 10_000;
/** Work that crashed its process this often is given up. */
const MAX_CRASHES = 3;
const KEPT_MS = 90 * 86_400_000;

/** The row belongs to another process now, or was cancelled. */
export class JobLost extends Error {}

export interface JobRun {
  parametros: unknown;
  autor: Autor;
  /** Aborts when the row is lost or cancelled, and when the server stops. */
  sinal: AbortSignal;
  /** One transaction while the row is ours: the progress, and the work. @throws {JobLost} */
  step<T>(progress: JobProgress, work?: (trx: Transacao) => Promise<T>): Promise<T | undefined>;
  /** Checks by a read that the row is still ours: before an expensive request. @throws {JobLost} */
  check(): Promise<void>;
  /** Requests other work, in a transaction of a step. @throws 409 while its group is alive */
  put(trx: Transacao, request: JobRequest): Promise<number>;
  /** Waits until other work of this process begins or ends, and for `ms` at most. */
  nextChange(ms: number): Promise<void>;
  /** The last transaction: the work ends with it. */
  finish(resultado: unknown, work: (trx: Transacao) => Promise<void>): Promise<void>;
}

interface JobRequest {
  tipo: string;
  parametros: unknown;
  autor: Autor;
}

export interface JobKind {
  /** Of the rows of one group one is open at a time. */
  grupo: string;
  /** Whether this process has what the work needs. After two minutes it is tried all the same. */
  isHere?(parametros: unknown): boolean;
  /** Does the work, from the start or from where it stopped, and answers its result. */
  run(job: JobRun): Promise<unknown>;
}

interface JobsDeps {
  db: Banco;
  kinds: Record<string, JobKind>;
  log: Pick<FastifyBaseLogger, 'error'>;
  /** Milliseconds between two readings of rows that another process may have inserted or cancelled. */
  poll?: number | undefined;
}

export type Jobs = ReturnType<typeof createJobs>;

/** The long work of one process: its kinds, and its current rows. */
export function createJobs({ db, kinds, log, poll = POLL_MS }: JobsDeps) {
  const dono = randomUUID();
  const mine = new Map<number, { end: AbortController; ended: Promise<void> }>();
  /** Results that the database did not accept: the row still counts as running. */
  const unwritten = new Map<number, unknown>();
  const stopping = new AbortController();
  let loop: Promise<void> = Promise.resolve();
  /** Those who wait: a promise that lives on would keep each wait. */
  const waiting = new Set<() => void>();

  /** Wakes those who wait for a change of a row, in this process. */
  function pulse(): void {
    for (const wake of waiting) wake();
  }
  const nextChange = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      waiting.add(wake);
    });

  /** Repeats while another process writes: waiting is better than a failure here. */
  async function patiently<T>(work: (trx: Transacao) => Promise<T>): Promise<T> {
    const prazo = performance.now() + SILENCE_MS;
    for (;;) {
      try {
        return await inTransaction(db, work);
      } catch (error) {
        if (!isTransient(error) || performance.now() > prazo || stopping.signal.aborted)
          throw error;
      }
      await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  /**
   * Requests work; an open row of the group without a process is closed for it.
   * @throws 409 while a row of the group is alive
   */
  async function put(trx: Transacao, { tipo, parametros, autor }: JobRequest): Promise<number> {
    const grupo = kinds[tipo]?.grupo ?? tipo;
    const last = await findLast(trx, 'grupo', grupo);
    if (last && isAlive(last)) {
      throw conflict('em-andamento', 'Já há um trabalho deste tipo em andamento.');
    }
    if (last) await endJob(trx, last.id, 'cancelado', null);
    afterCommit(trx, pulse);
    return insertJob(trx, { tipo, grupo, parametros: JSON.stringify(parametros), autor });
  }

  async function run(row: JobRow, end: AbortController): Promise<void> {
    let over = false;
    const check = async (): Promise<void> => {
      const now = await findJob(db, row.id);
      if (!over && now?.dono !== dono) end.abort(new JobLost());
      end.signal.throwIfAborted();
    };
    const step: JobRun['step'] = async (progress, work) => {
      end.signal.throwIfAborted();
      return patiently(async (trx) => {
        if (!(await keepJob(trx, row.id, dono, progress))) {
          end.abort(new JobLost());
          throw end.signal.reason;
        }
        return work?.(trx);
      });
    };
    const finish: JobRun['finish'] = async (resultado, work) => {
      over = true;
      try {
        await step({}, async (trx) => {
          await work(trx);
          await endJob(trx, row.id, 'feito', resultado);
        });
        pulse();
      } catch (error) {
        over = false;
        throw error;
      }
    };
    // A busy database is read again at the next beat.
    const beat = setInterval(() => {
      if (!over) void step({}).catch(() => {});
    }, BEAT_MS);
    beat.unref();
    const { autor, parametros, tipo } = row;
    try {
      const resultado = await kinds[tipo]?.run({
        parametros: JSON.parse(parametros),
        autor: JSON.parse(autor) as Autor,
        sinal: end.signal,
        check,
        step,
        put,
        nextChange,
        finish,
      });
      await patiently((trx) => endJob(trx, row.id, 'feito', resultado, { dono }));
    } catch (error) {
      if (end.signal.aborted) return;
      log.error({ err: error, tipo }, 'long work');
      await patiently((trx) => endJob(trx, row.id, 'falhou', null, { dono })).catch(
        (err: unknown) => unwritten.set(row.id, err),
      );
    } finally {
      clearInterval(beat);
      if (stopping.signal.aborted) {
        await patiently((trx) => releaseJob(trx, row.id, dono)).catch(() => undefined);
      }
      mine.delete(row.id);
      pulse();
    }
  }

  /** Takes a row that waits, or whose worker is silent, and works on it in the background. */
  async function work(row: JobRow): Promise<void> {
    if (mine.has(row.id) || stopping.signal.aborted) return;
    if (row.situacao === 'rodando' && row.quedas >= MAX_CRASHES) {
      const { vivo_em } = row;
      await inTransaction(db, (trx) => endJob(trx, row.id, 'falhou', null, { vivo_em }));
      return pulse();
    }
    if (!(await inTransaction(db, (trx) => takeJob(trx, row, dono)))) return;
    const end = new AbortController();
    // Stopped while the row was taken: it is queued again.
    if (stopping.signal.aborted) end.abort(new JobLost());
    unwritten.delete(row.id);
    mine.set(row.id, { end, ended: run(row, end) });
  }

  async function look(): Promise<void> {
    for (const row of await listOpen(db)) {
      const free = row.situacao === 'espera' || !isAlive(row);
      const kind = kinds[row.tipo];
      if (!free || !kind) continue;
      const isElsewhere = kind.isHere?.(JSON.parse(row.parametros)) === false;
      if (isElsewhere && isRecent(row.vivo_em, 2 * SILENCE_MS)) continue;
      await work(row);
    }
    for (const [id, { end }] of mine) {
      const row = await findJob(db, id);
      if (row?.situacao !== 'feito' && row?.dono !== dono) end.abort(new JobLost());
    }
  }

  return {
    start(): void {
      loop = (async () => {
        while (!stopping.signal.aborted) {
          // After a read error the disk is read again later.
          await look().catch(() => undefined);
          await nextChange(poll);
        }
      })();
    },

    put,

    /** Works on a row here, although this process takes no others. */
    async work(id: number): Promise<void> {
      const row = await findJob(db, id);
      if (row?.situacao === 'espera') await work(row);
    },

    /** Ends a row with this result, in any process. Finished parts stay. */
    async cancel(trx: Transacao, id: number, resultado: unknown): Promise<void> {
      if (!(await endJob(trx, id, 'cancelado', resultado))) return;
      afterCommit(trx, () => {
        mine.get(id)?.end.abort(new JobLost());
        pulse();
      });
    },

    /** Waits for the end of a row and answers it. When no process works on it, this one does. */
    async watch(
      id: number,
      { onProgress, sinal }: { onProgress?: (row: JobRow) => void; sinal?: AbortSignal } = {},
    ): Promise<JobRow> {
      for (;;) {
        sinal?.throwIfAborted();
        const row = await findJob(db, id);
        if (!row) throw new Error('the row of the work is gone');
        onProgress?.(row);
        if (row.terminado_em) {
          await mine.get(id)?.ended;
          return row;
        }
        if (unwritten.has(id)) throw unwritten.get(id);
        const untaken = row.situacao === 'espera' && !isRecent(row.criado_em, UNTAKEN_MS);
        if (untaken || !isAlive(row)) await work(row);
        await nextChange(WATCH_MS);
      }
    },

    /** Resolves when this process no longer works on a row. */
    ended: async (id: number): Promise<void> => mine.get(id)?.ended,

    /** Removes old ended rows. For the hourly housekeeping. */
    prune: () => pruneJobs(db, new Date(nowMs() - KEPT_MS).toISOString()),

    /** Ends running work promptly; its rows are queued again. */
    async stop(): Promise<void> {
      stopping.abort();
      for (const { end } of mine.values()) end.abort(new JobLost());
      pulse();
      await loop;
      await Promise.all([...mine.values()].map(({ ended }) => ended));
    },
  };
}
