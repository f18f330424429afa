/**
 * The providers as one. They are asked in the operator's order; after a failure the next one is
 * asked. With a time limit the remaining time is divided equally among those not yet asked, so that
 * one that hangs leaves time for the others.
 */
import type { ConfigFipe } from '../../config/fipe.ts';
import { createFlights } from '../../platform/gates.ts';
import { createBrasilapi } from './brasilapi.ts';
import { createElo, type EloDeps } from './elo.ts';
import { createOficial } from './oficial.ts';
import { createParallelum } from './parallelum.ts';
import { type Cadeia, FalhaDoProvedor, type FipeProvider } from './provedor.ts';

/** The providers of a configuration, in its order. */
export function createProvedores({ provedores, token }: ConfigFipe): FipeProvider[] {
  const fabricas = {
    oficial: createOficial,
    parallelum: (base: URL) => createParallelum(base, token),
    brasilapi: createBrasilapi,
  };
  return provedores.map(({ nome, base }) => fabricas[nome](base));
}

/** The chain itself ends in time; this is for a caller that joined a request without a limit. */
const FOLGA_MS = 100;

/** Waits no longer than `prazoMs`: the request continues, and its result is noted. */
async function within<T>(resposta: Promise<T>, prazoMs: number | undefined): Promise<T> {
  if (prazoMs === undefined) return resposta;
  const { promise: tarde, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(new FalhaDoProvedor('Não respondeu a tempo.'));
  const relogio = setTimeout(giveUp, prazoMs + FOLGA_MS);
  try {
    return await Promise.race([resposta, tarde]);
  } finally {
    clearTimeout(relogio);
  }
}

/** The chain of an installation; without providers it is empty, and sends no request. */
export function createCadeia({ config, ...deps }: EloDeps & { config: ConfigFipe }): Cadeia {
  const elos = createProvedores(config).map((provedor) => createElo(provedor, deps));
  const flights = createFlights();

  function failure(ultima: FalhaDoProvedor | undefined): FalhaDoProvedor {
    const nenhum =
      elos.length > 0
        ? 'Todos os provedores estão pausados.'
        : 'Nenhum provedor está configurado neste servidor.';
    const motivo = ultima?.message ?? nenhum;
    const descansos = elos.map((elo) => elo.remainingRest());
    if (elos.length === 0 || descansos.includes(0)) return new FalhaDoProvedor(motivo);
    return new FalhaDoProvedor(motivo, {
      recusa: elos.every((elo) => elo.hasRefused()),
      esperarS: Math.ceil(Math.min(...descansos) / 1_000),
    });
  }

  async function walk<T extends object>(
    question: (provedor: FipeProvider, sinal: AbortSignal) => Promise<T>,
    sinal: AbortSignal,
    prazoMs: number | undefined,
  ): Promise<T & { provedor: FipeProvider['nome'] }> {
    const inicio = performance.now();
    const acordados = elos.filter((elo) => elo.remainingRest() === 0);
    let ultima: FalhaDoProvedor | undefined;
    for (const [i, elo] of acordados.entries()) {
      const resta = prazoMs === undefined ? undefined : prazoMs - (performance.now() - inicio);
      const parte = resta === undefined ? undefined : Math.max(0, resta / (acordados.length - i));
      try {
        return { ...(await elo.ask(question, sinal, parte)), provedor: elo.nome };
      } catch (error) {
        if (!(error instanceof FalhaDoProvedor)) throw error;
        ultima = error;
      }
    }
    throw failure(ultima);
  }

  /** One request per subject at a time, shared by all callers. */
  async function ask<T extends object>(
    assunto: string,
    question: (provedor: FipeProvider, sinal: AbortSignal) => Promise<T>,
    sinal: AbortSignal,
    prazoMs?: number,
  ): Promise<T & { provedor: FipeProvider['nome'] }> {
    try {
      const voo = flights(assunto, sinal, (ate) => walk(question, ate, prazoMs));
      return await within(voo, prazoMs);
    } catch (error) {
      sinal.throwIfAborted();
      throw error instanceof FalhaDoProvedor ? error : failure(undefined);
    }
  }

  return {
    temProvedores: elos.length > 0,
    list: (nivel, sinal, prazoMs) =>
      ask(
        JSON.stringify([nivel.tipo, nivel.marca, nivel.modelo]),
        async (provedor, vez) => ({ itens: await provedor.list(nivel, vez) }),
        sinal,
        prazoMs,
      ),
    getReferencia: (sinal) =>
      ask('referencia', (provedor, vez) => provedor.getReferencia(vez), sinal),
    getEstado: () => elos.map((elo) => elo.getEstado()),
  };
}
