/**
 * A level that our tables lack is asked for once, while somebody waits, and remembered. Nothing
 * here fails in the face of whoever asks, and nothing keeps them longer than two seconds.
 */
import type { FastifyBaseLogger } from 'fastify';
import { type Banco, inTransaction } from '../platform/db/banco.ts';
import { findAtiva } from './edicoesRepo.ts';
import { findNivel, hasParents, putNivel } from './niveisRepo.ts';
import { type Cadeia, FalhaDoProvedor, type Item, type Nivel } from './provedores/provedor.ts';
import { isRecent } from './recente.ts';

/** What the providers have of the two seconds; the rest is ours, to keep and to answer. */
const PRAZO_MS = 1_800;
/** "Nothing there" is believed for this long. */
const VAZIO_MS = 3_600_000;
/** A level that could not be had is left alone for this long: the form would wait each time. */
const FALHOU_MS = 60_000;
const VELHO_MS = 30 * 86_400_000;
const FALHAS_LEMBRADAS = 1_000;
const TIPOS = ['1', '2', '3'];

export interface SobDemanda {
  /** What stands in an empty level, from the providers; [] whenever they do not say. */
  complete(nivel: Nivel): Promise<Item[]>;
  /** Asks again for a level that was asked for long ago; nobody waits for it. */
  refresh(nivel: Nivel): void;
  /** Calls off what is under way, and waits for its end. */
  stop(): Promise<void>;
}

interface Deps {
  db: Banco;
  cadeia: Cadeia;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/** One for the whole server: whoever asks for the same level meanwhile shares the answer. */
export function createSobDemanda({ db, cadeia, log }: Deps): SobDemanda {
  const fim = new AbortController();
  const emVoo = new Map<string, Promise<Item[]>>();
  const falharam = new Map<string, number>();

  function noteFalha(chave: string): void {
    falharam.delete(chave);
    falharam.set(chave, Date.now() + FALHOU_MS);
    const [antiga] = falharam.keys();
    if (falharam.size > FALHAS_LEMBRADAS && antiga !== undefined) falharam.delete(antiga);
  }

  /** Keeps an answer, if the edition that was asked for is still in use. */
  const keep = (edicao: number, nivel: Nivel, itens: Item[]): Promise<void> =>
    inTransaction(db, async (trx) => {
      const ativa = await findAtiva(trx);
      if (ativa?.id !== edicao || !(await hasParents(trx, edicao, nivel))) return;
      await putNivel(trx, edicao, nivel, itens);
    });

  async function fetchNivel(
    chave: string,
    edicao: number,
    nivel: Nivel,
    prazoMs: number | undefined,
  ): Promise<Item[]> {
    try {
      const { itens } = await cadeia.list(nivel, fim.signal, prazoMs);
      await keep(edicao, nivel, itens);
      return itens;
    } catch (error) {
      if (fim.signal.aborted) return [];
      noteFalha(chave);
      // The chain has said why a provider failed; anything else is ours.
      if (!(error instanceof FalhaDoProvedor)) log.error({ err: error }, 'fipe');
      return [];
    }
  }

  /** One question under way per level, whoever asks, and none where the last one failed. */
  function ask(edicao: number, nivel: Nivel, prazoMs?: number): Promise<Item[]> {
    const chave = JSON.stringify([nivel.tipo, nivel.marca, nivel.modelo]);
    const voo = emVoo.get(chave);
    if (voo) return voo;
    if (Date.now() < (falharam.get(chave) ?? 0)) return Promise.resolve([]);
    const novo = fetchNivel(chave, edicao, nivel, prazoMs).finally(() => emVoo.delete(chave));
    emVoo.set(chave, novo);
    return novo;
  }

  /** The edition that lacks this level and could have it. */
  async function findWanting(nivel: Nivel): Promise<number | undefined> {
    if (!cadeia.temProvedores || !TIPOS.includes(nivel.tipo)) return undefined;
    const ativa = await findAtiva(db);
    if (!ativa || !(await hasParents(db, ativa.id, nivel))) return undefined;
    return ativa.id;
  }

  async function refresh(nivel: Nivel): Promise<void> {
    const ativa = await findAtiva(db);
    const consulta = ativa && (await findNivel(db, ativa.id, nivel));
    if (!consulta || isRecent(consulta.consultado_em, VELHO_MS)) return;
    await ask(ativa.id, nivel);
  }

  return {
    async complete(nivel) {
      const edicao = await findWanting(nivel);
      if (edicao === undefined) return [];
      const consulta = await findNivel(db, edicao, nivel);
      if (consulta?.achados === 0 && isRecent(consulta.consultado_em, VAZIO_MS)) return [];
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
