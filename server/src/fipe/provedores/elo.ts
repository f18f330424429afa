/** One provider of the chain: one request at a time, and a pause after failures. */
import type { ProvedorFipe } from '@unipark/contract/fipe';
import type { FastifyBaseLogger } from 'fastify';
import { nowIso, nowMs } from '../../platform/clock.ts';
import { createSemaphore } from '../../platform/gates.ts';
import { FalhaDoProvedor, type FipeProvider } from './provedor.ts';

/** Failures in a row, then a pause, then one request that decides. */
const FALHAS = 3;
const DESCANSO_MS = 30_000;
/** After a refusal the pause is longer, or as long as the provider says. */
const RECUSA_S = 600;
const RECUSA_MAXIMA_S = 86_400;

export interface ProviderFailure {
  provedor: ProvedorFipe;
  motivo: string;
}

export interface EloDeps {
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** Called for each failure of a provider, to keep it. */
  onFailure: (falha: ProviderFailure) => Promise<void>;
}

type ProviderQuestion<T> = (provedor: FipeProvider, sinal: AbortSignal) => Promise<T>;

const formatSegundos = (ms: number): string =>
  (ms / 1_000).toLocaleString('pt-BR', { maximumFractionDigits: 1 });

/** Aborts after `ms`, which may be a fraction; undefined: never. */
const after = (ms: number | undefined): AbortSignal | undefined =>
  ms === undefined ? undefined : AbortSignal.timeout(Math.max(0, Math.round(ms)));

export function createElo(provedor: FipeProvider, { log, onFailure }: EloDeps) {
  const { nome } = provedor;
  const inTurn = createSemaphore(1);
  /** Failures in a row: from FALHAS on, each one causes a pause, until an answer. */
  let seguidas = 0;
  let repouso = { de: 0, ms: 0 };
  let recusou = false;
  let ultimoSucesso: string | null = null;
  let ultimaFalha: { quando: string; motivo: string } | null = null;

  /** A start in the future comes from a clock that was ahead: the pause is over. */
  const remaining = (): number => {
    const passou = nowMs() - repouso.de;
    return passou < 0 ? 0 : Math.max(0, repouso.ms - passou);
  };
  const rest = (ms: number): void => {
    if (ms > remaining()) repouso = { de: nowMs(), ms };
  };

  function note(falha: FalhaDoProvedor): void {
    const motivo = falha.message;
    ultimaFalha = { quando: nowIso(), motivo };
    recusou = falha.recusa;
    seguidas += 1;
    if (seguidas >= FALHAS) rest(DESCANSO_MS);
    if (falha.recusa) {
      const pedidos = falha.esperarS ?? RECUSA_S;
      rest(Math.min(Math.max(pedidos * 1_000, DESCANSO_MS), RECUSA_MAXIMA_S * 1_000));
    }
    log.warn({ provedor: nome, motivo }, 'fipe');
    onFailure({ provedor: nome, motivo }).catch((err: unknown) => log.error({ err }, 'fipe'));
  }

  /** Turns every failure into one type; an abort by the caller is not a failure. */
  async function attempt<T>(
    question: ProviderQuestion<T>,
    sinal: AbortSignal,
    limiteMs: number | undefined,
  ): Promise<T> {
    const limite = after(limiteMs);
    try {
      const dados = await question(provedor, limite ? AbortSignal.any([sinal, limite]) : sinal);
      ultimoSucesso = nowIso();
      recusou = false;
      seguidas = 0;
      return dados;
    } catch (error) {
      sinal.throwIfAborted();
      let falha = new FalhaDoProvedor(`Não respondeu em ${formatSegundos(limiteMs ?? 0)} s.`);
      if (error instanceof FalhaDoProvedor) falha = error;
      else if (!limite?.aborted) {
        log.error({ err: error, provedor: nome }, 'fipe');
        falha = new FalhaDoProvedor('Falha inesperada.');
      }
      note(falha);
      throw falha;
    }
  }

  return {
    nome,
    /** Milliseconds until it may be asked again; 0: now. */
    remainingRest: remaining,
    hasRefused: (): boolean => recusou,
    getEstado: () => ({
      nome,
      descansando: remaining() > 0,
      ultimoSucesso,
      ultimaFalha,
    }),
    /**
     * Waits in the queue for at most half of the time limit.
     * @throws {FalhaDoProvedor} when it does not answer within `limiteMs`, or is paused
     */
    async ask<T>(question: ProviderQuestion<T>, sinal: AbortSignal, limiteMs?: number): Promise<T> {
      const inicio = performance.now();
      const espera = after(limiteMs && limiteMs / 2);
      let nossa = false;
      const run = (): Promise<T> => {
        nossa = true;
        // An earlier request of the queue may have caused a pause.
        if (remaining() > 0) throw new FalhaDoProvedor('Está pausado.');
        const resta = limiteMs === undefined ? undefined : limiteMs - (performance.now() - inicio);
        return attempt(question, sinal, resta);
      };
      try {
        return await inTurn(run, espera ? AbortSignal.any([sinal, espera]) : sinal);
      } catch (error) {
        if (nossa) throw error;
        sinal.throwIfAborted();
        throw new FalhaDoProvedor('Estava ocupado com outra consulta.');
      }
    },
  };
}
