/** One provider of the chain: asked by one at a time, and left alone for a while when it fails. */
import type { ProvedorFipe } from '@unipark/contract/fipe';
import { ConsecutiveBreaker, circuitBreaker, handleType } from 'cockatiel';
import type { FastifyBaseLogger } from 'fastify';
import { FalhaDoProvedor, type Provedor } from './provedor.ts';
import { createVez } from './vez.ts';

/** Failures in a row, then a rest, then one question that decides. */
const FALHAS = 3;
const DESCANSO_MS = 30_000;
/** Who tells us to stay away is left alone for longer, or for as long as they say. */
const RECUSA_S = 600;
const RECUSA_MAXIMA_S = 86_400;

export interface Falha {
  provedor: ProvedorFipe;
  motivo: string;
}

export interface EloDeps {
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** Told of each failure of a provider, for whoever keeps them. */
  onFailure: (falha: Falha) => Promise<void>;
}

type Pergunta<T> = (provedor: Provedor, sinal: AbortSignal) => Promise<T>;

const segundos = (ms: number): string =>
  (ms / 1_000).toLocaleString('pt-BR', { maximumFractionDigits: 1 });

/** Aborts after `ms`, which need not be whole; undefined: never. */
const after = (ms: number | undefined): AbortSignal | undefined =>
  ms === undefined ? undefined : AbortSignal.timeout(Math.max(0, Math.round(ms)));

/** A provider with its breaker and its line. */
export function createElo(provedor: Provedor, { log, onFailure }: EloDeps) {
  const { nome } = provedor;
  const vez = createVez();
  const disjuntor = circuitBreaker(handleType(FalhaDoProvedor), {
    breaker: new ConsecutiveBreaker(FALHAS),
    halfOpenAfter: DESCANSO_MS,
  });
  let descansaAte = 0;
  let recusou = false;
  let ultimoSucesso: string | null = null;
  let ultimaFalha: { quando: string; motivo: string } | null = null;

  const rest = (ms: number): void => {
    descansaAte = Math.max(descansaAte, Date.now() + ms);
  };
  disjuntor.onBreak(() => rest(DESCANSO_MS));

  function note(falha: FalhaDoProvedor): void {
    const motivo = falha.message;
    ultimaFalha = { quando: new Date().toISOString(), motivo };
    recusou = falha.recusa;
    if (falha.recusa) {
      const pedidos = falha.esperarS ?? RECUSA_S;
      rest(Math.min(Math.max(pedidos * 1_000, DESCANSO_MS), RECUSA_MAXIMA_S * 1_000));
    }
    log.warn({ provedor: nome, motivo }, 'fipe');
    onFailure({ provedor: nome, motivo }).catch((err: unknown) => log.error({ err }, 'fipe'));
  }

  /** Every way of failing as one, and nothing of it where it was the asker who gave up. */
  async function attempt<T>(
    pergunta: Pergunta<T>,
    sinal: AbortSignal,
    limiteMs: number | undefined,
  ): Promise<T> {
    const limite = after(limiteMs);
    try {
      const dados = await pergunta(provedor, limite ? AbortSignal.any([sinal, limite]) : sinal);
      ultimoSucesso = new Date().toISOString();
      recusou = false;
      return dados;
    } catch (error) {
      sinal.throwIfAborted();
      let falha = new FalhaDoProvedor(`Não respondeu em ${segundos(limiteMs ?? 0)} s.`);
      if (error instanceof FalhaDoProvedor) falha = error;
      else if (!limite?.aborted) {
        log.error({ err: error, provedor: nome }, 'fipe');
        falha = new FalhaDoProvedor('Falhou de um modo inesperado.');
      }
      note(falha);
      throw falha;
    }
  }

  /** Waits for its turn, no longer than half of the time that it has. */
  async function enter(sinal: AbortSignal, limiteMs: number | undefined): Promise<() => void> {
    const espera = after(limiteMs && limiteMs / 2);
    try {
      return await vez(espera ? AbortSignal.any([sinal, espera]) : sinal);
    } catch {
      sinal.throwIfAborted();
      throw new FalhaDoProvedor('Estava ocupado com outra consulta.');
    }
  }

  return {
    nome,
    /** Milliseconds until it may be asked again; 0: now. */
    descanso: (): number => Math.max(0, descansaAte - Date.now()),
    recusou: (): boolean => recusou,
    estado: () => ({
      nome,
      descansando: Date.now() < descansaAte,
      ultimoSucesso,
      ultimaFalha,
    }),
    /** @throws {FalhaDoProvedor} when it does not answer within `limiteMs`, or rests */
    async ask<T>(pergunta: Pergunta<T>, sinal: AbortSignal, limiteMs?: number): Promise<T> {
      const inicio = performance.now();
      const release = await enter(sinal, limiteMs);
      try {
        // Those before us in the line may have sent it to rest.
        if (Date.now() < descansaAte) throw new FalhaDoProvedor('Está em descanso.');
        const resta = limiteMs === undefined ? undefined : limiteMs - (performance.now() - inicio);
        return await disjuntor.execute(() => attempt(pergunta, sinal, resta));
      } finally {
        release();
      }
    },
  };
}
