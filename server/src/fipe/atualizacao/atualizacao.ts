/**
 * The refresh of the catalogue from its providers, as long work: started by a person or by the
 * schedule, paused, and continued by this process or another one.
 */
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { type Autor, audit } from '../../platform/audit.ts';
import { type Banco, inTransaction, type Transacao } from '../../platform/db/banco.ts';
import { conflict } from '../../platform/errors.ts';
import type { JobKind, JobRun, Jobs } from '../../platform/jobs/jobs.ts';
import { findLast, type JobRow } from '../../platform/jobs/repo.ts';
import { clearAntigas } from '../antigasRepo.ts';
import {
  begin,
  type CatalogoEdicao,
  discard,
  discardMontando,
  findAtiva,
  findMontando,
  setReferencia,
} from '../edicoesRepo.ts';
import { type Cadeia, FalhaDoProvedor } from '../provedores/provedor.ts';
import { ANOS, ARQUIVO, GRUPO, MODELOS, refuseBusy } from '../trabalhos.ts';
import { fetchAnos } from './anos.ts';
import { type RefreshDeps, rebuildCatalogo, SmallAnswer } from './refazer.ts';
import { insist, type RefreshPace, RITMO } from './ritmo.ts';

const SEM_PROVEDOR = 'Nenhum provedor está configurado. Defina FIPE_PROVEDORES no servidor.';
const INESPERADO = 'Erro inesperado. Veja o registro do servidor.';

export interface RefreshEnd {
  como:
    | 'pronta'
    /** The newest month is in use already. */
    | 'em-dia'
    /** The answers were much smaller than the known catalogue. */
    | 'recusada'
    /** No provider answers: it continues from here later. */
    | 'parada'
    /** A person paused it, or another process took it over. */
    | 'pausada'
    | 'interrompida';
  motivo: string;
  /** Models whose years had no answer. */
  semResposta?: number;
}

const PAUSADA: RefreshEnd = {
  como: 'pausada',
  motivo: 'A atualização foi pausada ou continuada em outro lugar.',
};
export const INTERROMPIDA: RefreshEnd = { como: 'interrompida', motivo: '' };

export function readFim({ situacao, resultado }: JobRow): RefreshEnd {
  if (situacao === 'falhou') return { como: 'parada', motivo: INESPERADO };
  return (JSON.parse(resultado ?? 'null') as RefreshEnd | null) ?? PAUSADA;
}

interface RefreshKindsDeps {
  db: Banco;
  cadeia: Cadeia;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Keeps a sentence as an occurrence. */
  note: (motivo: string) => Promise<void>;
  ritmo?: Partial<RefreshPace> | undefined;
}

/** A person confirms that the smaller answer is right. */
const Parametros = z.object({ aceitarMenor: z.optional(z.boolean()) });

/** The refresh of makes and models, and the years of every model, as kinds of long work. */
export function atualizacaoKinds(deps: RefreshKindsDeps): Record<string, JobKind> {
  const { db, cadeia, log, note } = deps;
  const ritmo = { ...RITMO, ...deps.ritmo };

  /** The edition to fill: a new one when the unfinished one is of another month. */
  async function settle({ step }: JobRun, mes: string): Promise<CatalogoEdicao | undefined> {
    return step({ feitos: 0, total: null }, async (trx) => {
      const parada = await findMontando(trx);
      if (parada && (parada.referencia ?? mes) === mes) {
        await setReferencia(trx, parada.id, mes);
        return { ...parada, referencia: mes };
      }
      if (parada) await discard(trx, parada.id);
      return begin(trx, { origem: 'atualizacao', referencia: mes });
    });
  }

  async function refresh(job: JobRun): Promise<RefreshEnd> {
    const { mes } = await insist((vez) => cadeia.getReferencia(vez), ritmo, job.sinal);
    const ativa = await findAtiva(db);
    if (ativa?.origem === 'atualizacao' && (ativa.referencia ?? '') >= mes) {
      await job.step({}, (trx) => discardMontando(trx, 'atualizacao'));
      return { como: 'em-dia', motivo: '' };
    }
    const edicao = await settle(job, mes);
    if (!edicao) return PAUSADA;
    log.info({ edicao: edicao.id, referencia: mes }, 'catalogue refresh');
    const pronta: RefreshEnd = { como: 'pronta', motivo: '' };
    const { aceitarMenor = false } = z.parse(Parametros, job.parametros);
    await rebuildCatalogo({ db, cadeia, ritmo, edicao, job }, aceitarMenor, pronta);
    await clearAntigas(db, job.sinal);
    return pronta;
  }

  async function fill(job: JobRun): Promise<RefreshEnd> {
    const edicao = await findAtiva(db);
    if (!edicao) return { como: 'parada', motivo: 'Não há catálogo em uso.' };
    const obra: RefreshDeps = { db, cadeia, ritmo, edicao, job };
    return { como: 'pronta', motivo: '', semResposta: await fetchAnos(obra) };
  }

  /** Does the work; a failure becomes an end too, and is kept as an occurrence. */
  const asKind = (work: (job: JobRun) => Promise<RefreshEnd>): JobKind => ({
    grupo: GRUPO,
    isHere: () => cadeia.temProvedores,
    async run(job) {
      try {
        return await work(job);
      } catch (error) {
        job.sinal.throwIfAborted();
        const pequena = error instanceof SmallAnswer;
        const conhecido = pequena || error instanceof FalhaDoProvedor;
        if (!conhecido) log.error({ err: error }, 'catalogue refresh');
        if (pequena) await job.step({}, (trx) => discardMontando(trx, 'atualizacao'));
        const motivo = conhecido ? error.message : INESPERADO;
        const como = pequena ? 'recusada' : 'parada';
        log.warn({ motivo }, `catalogue refresh: ${como}`);
        const frase = pequena ? motivo : `A atualização parou e continua depois. ${motivo}`;
        await note(frase).catch((err: unknown) => log.error({ err }, 'fipe'));
        return { como, motivo } satisfies RefreshEnd;
      }
    },
  });
  return { [MODELOS]: asKind(refresh), [ANOS]: asKind(fill) };
}

export type Atualizacao = ReturnType<typeof createAtualizacao>;

/** Starts the refresh of an installation; without providers it refuses, and sends no request. */
export function createAtualizacao({
  db,
  cadeia,
  jobs,
}: Pick<RefreshKindsDeps, 'db' | 'cadeia'> & { jobs: Jobs }) {
  async function ask(
    tipo: string,
    { autor, ...parametros }: { autor: Autor; aceitarMenor?: boolean },
    findEdicao: (trx: Transacao) => Promise<CatalogoEdicao | undefined>,
  ): Promise<number> {
    if (!cadeia.temProvedores) throw conflict('sem-provedor', SEM_PROVEDOR);
    return inTransaction(db, async (trx) => {
      await refuseBusy(trx);
      await discardMontando(trx, 'arquivo');
      const edicao = await findEdicao(trx);
      const chave = String(edicao?.id ?? '');
      await audit(trx, autor, { acao: 'atualizar', entidade: 'catalogo', chave });
      return jobs.put(trx, { tipo, parametros, autor });
    });
  }

  return {
    /**
     * Starts or continues, and answers the row of the work. @throws 409 while other work runs, or
     * without providers
     */
    start: (pedido: { autor: Autor; aceitarMenor?: boolean }): Promise<number> =>
      ask(
        MODELOS,
        pedido,
        async (trx) => (await findMontando(trx)) ?? begin(trx, { origem: 'atualizacao' }),
      ),

    /** Requests the years of every model, into the edition in use. @throws 409 as `start` */
    startAnos: (pedido: { autor: Autor }): Promise<number> => ask(ANOS, pedido, findAtiva),

    /** Stops the work, in any process; finished parts stay. @throws 409 for an import, or when it has ended */
    async pause(autor: Autor): Promise<void> {
      const pausada = await inTransaction(db, async (trx) => {
        const alive = await findLast(trx, 'grupo', GRUPO);
        if (!alive || alive.terminado_em) throw conflict('terminou', 'A atualização já terminou.');
        if (alive.tipo === ARQUIVO) {
          throw conflict(
            'importacao',
            'A importação só pode ser interrompida no terminal em que começou.',
          );
        }
        await jobs.cancel(trx, alive.id, PAUSADA);
        const edicao = alive.tipo === ANOS ? await findAtiva(trx) : await findMontando(trx);
        const chave = String(edicao?.id ?? '');
        await audit(trx, autor, { acao: 'pausar', entidade: 'catalogo', chave });
        return alive.id;
      });
      await jobs.ended(pausada);
    },
  };
}
