/**
 * A level that our tables lack is requested once, during the caller's request, and stored. A
 * failure here is never an error for the caller, and the wait is at most two seconds.
 */
import type { FastifyBaseLogger } from 'fastify';
import { isRecent, nowIso } from '../platform/clock.ts';
import { type Banco, inTransaction } from '../platform/db/banco.ts';
import { findAtiva } from './edicoesRepo.ts';
import { findNivel, hasParents, putNivel } from './niveisRepo.ts';
import {
  type Cadeia,
  FalhaDoProvedor,
  type FipeItem,
  type FipeLevel,
} from './provedores/provedor.ts';

/** The providers' part of the two seconds; the rest is for storing and answering. */
const PRAZO_MS = 1_800;
/** An empty answer is valid for this long. */
const VAZIO_MS = 3_600_000;
/** After a failure a level is not requested for this long: the form does not wait each time. */
const FALHOU_MS = 60_000;
const VELHO_MS = 30 * 86_400_000;
const FALHAS_LEMBRADAS = 1_000;
const TIPOS = ['1', '2', '3'];

export interface SobDemanda {
  /**
   * The items of an empty level, from the providers; [] when they do not answer. Undefined when
   * another caller's answer has filled it: the tables have it.
   */
  complete(nivel: FipeLevel): Promise<FipeItem[] | undefined>;
  /** Requests an old level again, in the background. */
  refresh(nivel: FipeLevel): void;
  /** Cancels running requests, and waits for their end. */
  stop(): Promise<void>;
}

interface Deps {
  db: Banco;
  cadeia: Cadeia;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/** One for the whole server: callers of the same level share the answer. */
export function createSobDemanda({ db, cadeia, log }: Deps): SobDemanda {
  const fim = new AbortController();
  const emVoo = new Map<string, Promise<FipeItem[]>>();
  const falharam = new Map<string, string>();

  function noteFalha(chave: string): void {
    falharam.delete(chave);
    falharam.set(chave, nowIso());
    const [antiga] = falharam.keys();
    if (falharam.size > FALHAS_LEMBRADAS && antiga !== undefined) falharam.delete(antiga);
  }

  /** Stores an answer, when its edition is still in use. */
  const keep = (edicao: number, nivel: FipeLevel, itens: FipeItem[]): Promise<void> =>
    inTransaction(db, async (trx) => {
      const ativa = await findAtiva(trx);
      if (ativa?.id !== edicao || !(await hasParents(trx, edicao, nivel))) return;
      await putNivel(trx, edicao, nivel, itens);
    });

  async function fetchNivel(
    chave: string,
    edicao: number,
    nivel: FipeLevel,
    prazoMs: number | undefined,
  ): Promise<FipeItem[]> {
    try {
      const { itens } = await cadeia.list(nivel, fim.signal, prazoMs);
      await keep(edicao, nivel, itens);
      return itens;
    } catch (error) {
      if (fim.signal.aborted) return [];
      noteFalha(chave);
      // The chain has logged a provider's failure; any other error is ours.
      if (!(error instanceof FalhaDoProvedor)) log.error({ err: error }, 'fipe');
      return [];
    }
  }

  const keyOf = ({ tipo, marca, modelo }: FipeLevel) => JSON.stringify([tipo, marca, modelo]);

  /** One request per level at a time, shared by all callers, and none after a recent failure. */
  function ask(edicao: number, nivel: FipeLevel, prazoMs?: number): Promise<FipeItem[]> {
    const chave = keyOf(nivel);
    const voo = emVoo.get(chave);
    if (voo) return voo;
    if (isRecent(falharam.get(chave) ?? '', FALHOU_MS)) return Promise.resolve([]);
    const novo = fetchNivel(chave, edicao, nivel, prazoMs).finally(() => emVoo.delete(chave));
    emVoo.set(chave, novo);
    return novo;
  }

  /** The edition that lacks this level and may get it. */
  async function findWanting(nivel: FipeLevel): Promise<number | undefined> {
    if (!cadeia.temProvedores || !TIPOS.includes(nivel.tipo)) return undefined;
    const ativa = await findAtiva(db);
    if (!ativa || !(await hasParents(db, ativa.id, nivel))) return undefined;
    return ativa.id;
  }

  async function refresh(nivel: FipeLevel): Promise<void> {
    const ativa = await findAtiva(db);
    const consulta = ativa && (await findNivel(db, ativa.id, nivel));
    if (!consulta || isRecent(consulta.consultado_em, VELHO_MS)) return;
    await ask(ativa.id, nivel);
  }

  return {
    async complete(nivel) {
      const voo = emVoo.get(keyOf(nivel));
      if (voo) return voo;
      const edicao = await findWanting(nivel);
      if (edicao === undefined) return [];
      const consulta = await findNivel(db, edicao, nivel);
      const recente = isRecent(consulta?.consultado_em ?? '', VAZIO_MS);
      if (consulta && recente) return consulta.achados === 0 ? [] : undefined;
      return ask(edicao, nivel, PRAZO_MS);
    },
    refresh(nivel) {
      if (!cadeia.temProvedores) return;
      refresh(nivel).catch((err: unknown) => log.error({ err }, 'fipe'));
    },
    async stop() {
      fim.abort();
      await Promise.all(emVoo.values());
    },
  };
}
