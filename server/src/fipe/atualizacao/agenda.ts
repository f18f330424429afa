/** Once a month by itself: looked after now and then, and less often while nobody answers. */
import type { FastifyBaseLogger } from 'fastify';
import type { Autor } from '../../platform/audit.ts';
import type { Banco } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import { findAtiva, findMontando, isViva } from '../edicoesRepo.ts';
import { type Cadeia, FalhaDoProvedor } from '../provedores/provedor.ts';
import type { Atualizacao } from './atualizacao.ts';
import { isPaused } from './pausa.ts';
import { jitter, pause } from './ritmo.ts';

const MINUTO = 60_000;
const HORA = 60 * MINUTO;

export interface Prazos {
  /** From the start to the first look: a server that restarts over and over asks nobody. */
  inicioMs: number;
  /** Between two looks. */
  rondaMs: number;
  /** After a try that failed, and at most. */
  minMs: number;
  maxMs: number;
}

const PRAZOS: Prazos = { inicioMs: 1.5 * MINUTO, rondaMs: 6 * HORA, minMs: HORA, maxMs: 24 * HORA };

/** Who begins it, as the audit names them. */
const AGENDA: Autor = { id: 'agenda', endereco: null, pedido: null };

interface AgendaDeps {
  db: Banco;
  cadeia: Cadeia;
  atualizacao: Pick<Atualizacao, 'start'>;
  log: Pick<FastifyBaseLogger, 'error'>;
  /** False: it never looks. */
  ligada: boolean;
  prazos?: Partial<Prazos> | undefined;
  agora?: () => Date;
}

const mes = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
});

/** The month it is in São Paulo, '2026-11'. */
export const monthOf = (instante: Date): string => mes.format(instante);

/** Midnight of the first of the month after, in São Paulo (UTC−3 all year since 2019). */
export function nextMonth(instante: Date): string {
  const [ano = 0, numero = 0] = monthOf(instante).split('-').map(Number);
  return new Date(Date.UTC(ano, numero, 1, 3)).toISOString();
}

/** How long until the next look, after so many failures in a row. */
export const waitOf = (falhas: number, { rondaMs, minMs, maxMs }: Prazos): number =>
  falhas === 0 ? rondaMs : Math.min(minMs * 2 ** (falhas - 1), maxMs);

export type Agenda = ReturnType<typeof createAgenda>;

/** The schedule of an installation. */
export function createAgenda(deps: AgendaDeps) {
  const { db, cadeia, atualizacao, log, ligada, agora = () => new Date() } = deps;
  const prazos = { ...PRAZOS, ...deps.prazos };
  const fim = new AbortController();
  let ronda: Promise<void> = Promise.resolve();
  let proximaRonda: Date | null = null;
  let falhas = 0;

  /** Nothing to be done this month; a question need not be asked to know that. */
  async function isSettled(): Promise<boolean> {
    const deste = monthOf(agora());
    const montando = await findMontando(db);
    if (montando && !isViva(montando) && montando.origem === 'atualizacao') {
      const deOutroMes = montando.referencia !== null && montando.referencia < deste;
      return !deOutroMes && (await isPaused(db, montando.id));
    }
    const ativa = await findAtiva(db);
    return ativa?.origem === 'atualizacao' && (ativa.referencia ?? '') >= deste;
  }

  /** The table of a month comes some days into it: whether the newest one is in use already. */
  async function isNewest(): Promise<boolean> {
    const ativa = await findAtiva(db);
    if (ativa?.origem !== 'atualizacao' || (await findMontando(db))) return false;
    return (ativa.referencia ?? '') >= (await cadeia.referencia(fim.signal)).mes;
  }

  /** Whether what had to be done is. */
  async function look(): Promise<boolean> {
    if ((await isSettled()) || (await isNewest())) return true;
    const { fim: termo } = await atualizacao.start({ autor: AGENDA, sinal: fim.signal });
    const { como } = await termo;
    return como !== 'parada' && como !== 'recusada';
  }

  /** Looks; answers when to look again. */
  async function round(): Promise<number> {
    try {
      falhas = (await look()) ? 0 : falhas + 1;
    } catch (error) {
      fim.signal.throwIfAborted();
      // Somebody else is at it, which is as good.
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
      proximaRonda = new Date(Date.now() + ms);
      await pause(ms, fim.signal);
      espera = await round();
    }
  }

  return {
    start(): void {
      if (ligada && cadeia.temProvedores) ronda = run().catch(() => {});
    },
    /** Ends a wait at once; a refresh under way, by its own stop. */
    async stop(): Promise<void> {
      fim.abort();
      await ronda;
    },
    /** When the catalogue is seen to next; null: by itself, never. */
    async proxima(): Promise<string | null> {
      if (!proximaRonda) return null;
      if (await isSettled()) return nextMonth(agora());
      return proximaRonda.toISOString();
    },
  };
}
