/** The monthly refresh: checked regularly, and less often while no provider answers. */
import { formatDiaIso } from '@unipark/contract/horaLocal';
import type { FastifyBaseLogger } from 'fastify';
import type { Autor } from '../../platform/audit.ts';
import { nowDate, nowMs } from '../../platform/clock.ts';
import type { Banco } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { findLast } from '../../platform/jobs/repo.ts';
import { findAtiva, findMontando } from '../edicoesRepo.ts';
import { type Cadeia, FalhaDoProvedor } from '../provedores/provedor.ts';
import { findAlive, MODELOS } from '../trabalhos.ts';
import { type Atualizacao, readFim } from './atualizacao.ts';
import { jitter, pause } from './ritmo.ts';

const MINUTO = 60_000;
const HORA = 60 * MINUTO;

export interface SchedulePace {
  /** From the start to the first check: a server that restarts repeatedly sends no requests. */
  inicioMs: number;
  /** Between two checks. */
  rondaMs: number;
  /** After a failed try, and the longest one. */
  minMs: number;
  maxMs: number;
}

const PRAZOS: SchedulePace = {
  inicioMs: 1.5 * MINUTO,
  rondaMs: 6 * HORA,
  minMs: HORA,
  maxMs: 24 * HORA,
};

/** The author of the scheduled refresh in the audit. */
const AGENDA: Autor = { id: 'agenda', endereco: null, pedido: null };

interface AgendaDeps {
  db: Banco;
  cadeia: Cadeia;
  atualizacao: Pick<Atualizacao, 'start'>;
  jobs: Pick<Jobs, 'watch'>;
  log: Pick<FastifyBaseLogger, 'error'>;
  /** False: it never checks. */
  ligada: boolean;
  prazos?: Partial<SchedulePace> | undefined;
  now?: () => Date;
}

/** The current month in São Paulo, '2026-11'. */
export const monthOf = (instante: Date): string => formatDiaIso(instante).slice(0, 7);

/** Midnight of the first day of the next month, in São Paulo (UTC−3 all year since 2019). */
export function nextMonth(instante: Date): string {
  const [ano = 0, numero = 0] = monthOf(instante).split('-').map(Number);
  return new Date(Date.UTC(ano, numero, 1, 3)).toISOString();
}

/** The time until the next check, after this many failures in a row. */
export const waitOf = (falhas: number, { rondaMs, minMs, maxMs }: SchedulePace): number =>
  falhas === 0 ? rondaMs : Math.min(minMs * 2 ** (falhas - 1), maxMs);

export type Agenda = ReturnType<typeof createAgenda>;

export function createAgenda(deps: AgendaDeps) {
  const { db, cadeia, atualizacao, jobs, log, ligada, now = nowDate } = deps;
  const prazos = { ...PRAZOS, ...deps.prazos };
  const fim = new AbortController();
  let ronda: Promise<void> = Promise.resolve();
  let proximaRonda: Date | null = null;
  let falhas = 0;

  /** Whether this month needs no refresh, decided without a request. */
  async function isSettled(): Promise<boolean> {
    const deste = monthOf(now());
    const montando = await findMontando(db);
    if (montando && !(await findAlive(db))) {
      // A person paused it: it stays paused until a person continues it, or a new month begins.
      const ultima = await findLast(db, 'tipo', MODELOS);
      const parou = ultima?.terminado_em ?? montando.criada_em;
      const deOutroMes = monthOf(new Date(parou)) < deste;
      return !deOutroMes && ultima !== undefined && readFim(ultima).como === 'pausada';
    }
    const ativa = await findAtiva(db);
    return ativa?.origem === 'atualizacao' && (ativa.referencia ?? '') >= deste;
  }

  /** Whether the newest table is in use already: a month's table is published some days into it. */
  async function isNewest(): Promise<boolean> {
    const ativa = await findAtiva(db);
    if (ativa?.origem !== 'atualizacao' || (await findMontando(db))) return false;
    return (ativa.referencia ?? '') >= (await cadeia.getReferencia(fim.signal)).mes;
  }

  /** Refreshes when needed; false when that failed. */
  async function look(): Promise<boolean> {
    if ((await isSettled()) || (await isNewest())) return true;
    const id = await atualizacao.start({ autor: AGENDA });
    const { como } = readFim(await jobs.watch(id, { sinal: fim.signal }));
    return como !== 'parada' && como !== 'recusada';
  }

  /** One check; answers the time until the next one. */
  async function round(): Promise<number> {
    try {
      falhas = (await look()) ? 0 : falhas + 1;
    } catch (error) {
      fim.signal.throwIfAborted();
      // Other work on the catalogue is running already.
      if (error instanceof Problem && error.status === 409) return prazos.rondaMs;
      if (!(error instanceof FalhaDoProvedor)) log.error({ err: error }, 'catalogue schedule');
      falhas += 1;
    }
    return waitOf(falhas, prazos);
  }

  async function run(): Promise<void> {
    let espera = prazos.inicioMs;
    while (!fim.signal.aborted) {
      const ms = jitter(espera);
      proximaRonda = new Date(nowMs() + ms);
      await pause(ms, fim.signal);
      espera = await round();
    }
  }

  return {
    start(): void {
      if (ligada && cadeia.temProvedores) ronda = run().catch(() => {});
    },
    /** Ends a wait at once; a running refresh has its own stop. */
    async stop(): Promise<void> {
      fim.abort();
      await ronda;
    },
    /** The time of the next check; null: never. */
    async findNextRound(): Promise<string | null> {
      if (!proximaRonda) return null;
      if (await isSettled()) return nextMonth(now());
      return proximaRonda.toISOString();
    },
  };
}
