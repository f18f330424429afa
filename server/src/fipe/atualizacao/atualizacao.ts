/**
 * The refresh of the catalogue from its providers, as one piece of work at a time: begun by a person
 * or by the schedule, paused, gone on with, by this process or another one.
 */
import type { FastifyBaseLogger } from 'fastify';
import { type Autor, audit } from '../../platform/audit.ts';
import { type Banco, inTransaction, type Transacao } from '../../platform/db/banco.ts';
import { breathe } from '../../platform/db/slices.ts';
import { conflict } from '../../platform/errors.ts';
import { discard, type Edicao, findAtiva, findMontando, isViva } from '../edicoesRepo.ts';
import { release } from '../posseRepo.ts';
import { type Cadeia, FalhaDoProvedor } from '../provedores/provedor.ts';
import { fetchAnos } from './anos.ts';
import { clearSlice, listAntigas, setReferencia } from './atualizacaoRepo.ts';
import { forgetPause, writePause } from './pausa.ts';
import { claimAtiva, claimMontando, hold, type Posse, PossePerdida, restart } from './posse.ts';
import { type Obra, RespostaPequena, refazer } from './refazer.ts';
import { insist, RITMO, type Ritmo } from './ritmo.ts';

export const SEM_PROVEDOR = 'Nenhum provedor está configurado. Defina FIPE_PROVEDORES no servidor.';

interface AtualizacaoDeps {
  db: Banco;
  cadeia: Cadeia;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Keeps a sentence for whoever asks what happened. */
  note: (motivo: string) => Promise<void>;
  ritmo?: Partial<Ritmo> | undefined;
}

interface Pedido {
  autor: Autor;
  sinal?: AbortSignal;
  /** Told after each level of how far it is. */
  onProgress?: Obra['onProgress'];
  /** A person's word: the answer is right, however small. */
  aceitarMenor?: boolean;
}

/** How a piece of work ended. */
export interface Fim {
  como:
    | 'pronta'
    /** The newest month is in use already. */
    | 'em-dia'
    /** What came was too little to be true. */
    | 'recusada'
    /** Nobody answers: it goes on from there some other time. */
    | 'parada'
    /** Somebody paused it, or took it over. */
    | 'pausada'
    | 'interrompida';
  motivo: string;
  /** Models of which the years could not be asked. */
  semResposta?: number;
}

export type Atualizacao = ReturnType<typeof createAtualizacao>;

/** The refresh of an installation; without providers it refuses, and nothing ever leaves. */
export function createAtualizacao({ db, cadeia, log, note, ritmo: dado }: AtualizacaoDeps) {
  const ritmo = { ...RITMO, ...dado };
  const encerramento = new AbortController();
  const emCurso = new Set<{ fim: Promise<Fim>; pausa: AbortController }>();
  const ended = (): Promise<unknown> => Promise.all([...emCurso].map(({ fim }) => fim));

  async function clear(sinal?: AbortSignal): Promise<void> {
    for (const { id } of await listAntigas(db)) {
      while (!sinal?.aborted && (await inTransaction(db, (trx) => clearSlice(trx, id)))) {
        await breathe();
      }
    }
  }

  /** The edition to fill: a new one where the one that lies there is of another month. */
  async function settle(posse: Posse, mes: string): Promise<Posse> {
    const { edicao } = posse;
    if (edicao.referencia === null) {
      await posse.write((trx) => setReferencia(trx, edicao.id, mes));
      return posse;
    }
    if (edicao.referencia === mes) return posse;
    const nova = await posse.write((trx) => restart(trx, edicao, mes));
    await posse.release();
    return hold(db, nova.edicao, nova.dono);
  }

  async function refresh(obra: Obra, aceitarMenor: boolean): Promise<Fim> {
    const { mes } = await insist((vez) => cadeia.referencia(vez), ritmo, obra.sinal);
    const ativa = await findAtiva(db);
    if (ativa?.origem === 'atualizacao' && (ativa.referencia ?? '') >= mes) {
      await obra.posse.write((trx) => discard(trx, obra.posse.edicao.id));
      return { como: 'em-dia', motivo: '' };
    }
    const posse = await settle(obra.posse, mes);
    log.info({ edicao: posse.edicao.id, referencia: mes }, 'catalogue refresh');
    const sinal = AbortSignal.any([obra.sinal, posse.sinal]);
    try {
      await refazer({ ...obra, posse, sinal }, aceitarMenor);
    } catch (error) {
      if (!(error instanceof RespostaPequena)) throw error;
      await posse.write((trx) => discard(trx, posse.edicao.id));
      throw error;
    } finally {
      if (posse !== obra.posse) await posse.release();
    }
    return { como: 'pronta', motivo: '' };
  }

  /** What an error means to whoever asked for the work. */
  async function endOf(error: unknown, pausa: AbortSignal, sinal: AbortSignal): Promise<Fim> {
    if (error instanceof PossePerdida || sinal.reason instanceof PossePerdida || pausa.aborted) {
      return { como: 'pausada', motivo: 'A atualização foi pausada ou continuada em outro lugar.' };
    }
    if (sinal.aborted) return { como: 'interrompida', motivo: '' };
    const conhecido = error instanceof FalhaDoProvedor || error instanceof RespostaPequena;
    if (!conhecido) log.error({ err: error }, 'catalogue refresh');
    const motivo = conhecido ? error.message : 'Erro inesperado. Veja o registro do servidor.';
    const como = error instanceof RespostaPequena ? 'recusada' : 'parada';
    log.warn({ motivo }, `catalogue refresh: ${como}`);
    const frase = como === 'recusada' ? motivo : `A atualização parou e continua depois. ${motivo}`;
    await note(frase).catch((err: unknown) => log.error({ err }, 'fipe'));
    return { como, motivo };
  }

  /** Makes an edition ours, and works on it beside whoever asked. @throws 409 */
  async function begin(
    pedido: Pedido,
    claim: (trx: Transacao) => Promise<{ edicao: Edicao; dono: string }>,
    work: (obra: Obra) => Promise<Fim>,
  ): Promise<{ fim: Promise<Fim> }> {
    if (!cadeia.temProvedores) throw conflict('sem-provedor', SEM_PROVEDOR);
    const { autor, onProgress = () => {} } = pedido;
    const { edicao, dono } = await inTransaction(db, async (trx) => {
      const nossa = await claim(trx);
      await forgetPause(trx);
      const ato = { acao: 'atualizar', entidade: 'catalogo', chave: String(nossa.edicao.id) };
      await audit(trx, autor, ato);
      return nossa;
    });
    const posse = hold(db, edicao, dono);
    const pausa = new AbortController();
    const fins = [encerramento.signal, pausa.signal, posse.sinal];
    const sinal = AbortSignal.any(pedido.sinal ? [...fins, pedido.sinal] : fins);
    const run = async (): Promise<Fim> => {
      try {
        return await work({ db, cadeia, ritmo, posse, sinal, autor, onProgress });
      } catch (error) {
        return await endOf(error, pausa.signal, sinal);
      } finally {
        await posse.release().catch((err: unknown) => log.error({ err }, 'fipe'));
      }
    };
    const curso = { pausa, fim: run().finally(() => emCurso.delete(curso)) };
    emCurso.add(curso);
    return curso;
  }

  return {
    /** Begins or goes on; `fim` tells how it ended. @throws 409 when one runs, or nobody may be asked */
    start: (pedido: Pedido) =>
      begin(pedido, claimMontando, async (obra) => {
        const fim = await refresh(obra, pedido.aceitarMenor === true);
        if (fim.como === 'pronta') await clear(obra.sinal);
        return fim;
      }),

    /** Asks for the years of every model, into the edition in use. @throws 409 as `start` */
    startAnos: (pedido: Pedido) =>
      begin(pedido, claimAtiva, async (obra) => ({
        como: 'pronta',
        motivo: '',
        semResposta: await fetchAnos(obra),
      })),

    /** Stops whoever is at it, here or elsewhere; what is done stays. @throws 409 for an import */
    async pause(autor: Autor): Promise<void> {
      await inTransaction(db, async (trx) => {
        const montando = await findMontando(trx);
        if (montando?.origem === 'arquivo') {
          if (!isViva(montando)) return;
          throw conflict('importacao', 'Uma importação só para no terminal em que começou.');
        }
        const ativa = await findAtiva(trx);
        const edicao = montando ?? (ativa?.dono ? ativa : undefined);
        if (!edicao) return;
        await release(trx, edicao.id);
        await writePause(trx, edicao.id);
        const ato = { acao: 'pausar', entidade: 'catalogo', chave: String(edicao.id) };
        await audit(trx, autor, ato);
      });
      for (const { pausa } of emCurso) pausa.abort();
      await ended();
    },

    /** Clears editions that nobody reads any more. For the hourly housekeeping. */
    prune: () => clear(encerramento.signal),

    /** Ends what is under way, promptly; nothing that was stored is lost. */
    async stop(): Promise<void> {
      encerramento.abort();
      await ended();
    },
  };
}
