/**
 * The providers as one. They are asked in the operator's order; one that fails hands on to the next.
 * Where the answer has to be there by a moment, the time left is shared evenly among those not yet
 * asked, so that a first one that hangs leaves the others their part.
 */
import type { ConfigFipe } from '../../config/fipe.ts';
import { createBrasilapi } from './brasilapi.ts';
import { createElo, type EloDeps } from './elo.ts';
import { createOficial } from './oficial.ts';
import { createParallelum } from './parallelum.ts';
import { type Cadeia, FalhaDoProvedor, type Provedor } from './provedor.ts';
import { createVoos } from './voos.ts';

/** The providers of a configuration, in its order. */
export function createProvedores({ provedores, token }: ConfigFipe): Provedor[] {
  const fabricas = {
    oficial: createOficial,
    parallelum: (base: URL) => createParallelum(base, token),
    brasilapi: createBrasilapi,
  };
  return provedores.map(({ nome, base }) => fabricas[nome](base));
}

/** The walk itself ends in time; this is for who came upon one that had begun without haste. */
const FOLGA_MS = 100;

/** No longer than `prazoMs`: what is under way goes on, and is noted when it ends. */
async function within<T>(resposta: Promise<T>, prazoMs: number | undefined): Promise<T> {
  if (prazoMs === undefined) return resposta;
  const { promise: tarde, reject } = Promise.withResolvers<never>();
  const desiste = (): void => reject(new FalhaDoProvedor('Não respondeu a tempo.'));
  const relogio = setTimeout(desiste, prazoMs + FOLGA_MS);
  try {
    return await Promise.race([resposta, tarde]);
  } finally {
    clearTimeout(relogio);
  }
}

/** The chain of an installation; without providers it is empty, and nothing ever leaves. */
export function createCadeia({ config, ...deps }: EloDeps & { config: ConfigFipe }): Cadeia {
  const elos = createProvedores(config).map((provedor) => createElo(provedor, deps));
  const voos = createVoos<unknown>();

  function failure(ultima: FalhaDoProvedor | undefined): FalhaDoProvedor {
    const motivo = ultima?.message ?? 'Todos os provedores estão em descanso.';
    const descansos = elos.map((elo) => elo.descanso());
    if (elos.length === 0 || descansos.includes(0)) return new FalhaDoProvedor(motivo);
    return new FalhaDoProvedor(motivo, {
      recusa: elos.every((elo) => elo.recusou()),
      esperarS: Math.ceil(Math.min(...descansos) / 1_000),
    });
  }

  async function walk<T extends object>(
    pergunta: (provedor: Provedor, sinal: AbortSignal) => Promise<T>,
    sinal: AbortSignal,
    prazoMs: number | undefined,
  ): Promise<T & { provedor: Provedor['nome'] }> {
    const inicio = performance.now();
    const acordados = elos.filter((elo) => elo.descanso() === 0);
    let ultima: FalhaDoProvedor | undefined;
    for (const [i, elo] of acordados.entries()) {
      const resta = prazoMs === undefined ? undefined : prazoMs - (performance.now() - inicio);
      const parte = resta === undefined ? undefined : Math.max(0, resta / (acordados.length - i));
      try {
        return { ...(await elo.ask(pergunta, sinal, parte)), provedor: elo.nome };
      } catch (error) {
        if (!(error instanceof FalhaDoProvedor)) throw error;
        ultima = error;
      }
    }
    throw failure(ultima);
  }

  /** One question under way per subject, whoever asks. */
  async function ask<T extends object>(
    assunto: string,
    pergunta: (provedor: Provedor, sinal: AbortSignal) => Promise<T>,
    sinal: AbortSignal,
    prazoMs?: number,
  ): Promise<T & { provedor: Provedor['nome'] }> {
    try {
      const voo = voos(assunto, sinal, (ate) => walk(pergunta, ate, prazoMs));
      return (await within(voo, prazoMs)) as T & { provedor: Provedor['nome'] };
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
    referencia: (sinal) => ask('referencia', (provedor, vez) => provedor.referencia(vez), sinal),
    estado: () => elos.map((elo) => elo.estado()),
  };
}
