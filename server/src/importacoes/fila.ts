/**
 * The queue of imports: two pieces of long work, one for reading and judging, one for writing and
 * undoing. Each takes the imports of its phases one after another, so that one import writes at a
 * time; a process that ends leaves its import to the next one, which continues at its last slice.
 */
import type { FaseImportacao, FeitosImportacao } from '@unipark/contract/importacao';
import type { FastifyBaseLogger } from 'fastify';
import type { Autor } from '../platform/audit.ts';
import { nowIso } from '../platform/clock.ts';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import { breathe } from '../platform/db/slices.ts';
import { Problem } from '../platform/errors.ts';
import type { JobKind, JobRun, Jobs } from '../platform/jobs/jobs.ts';
import { findLast, isAlive } from '../platform/jobs/repo.ts';
import { findUnwritten } from './linhasRepo.ts';
import type { ImportRow } from './repo.ts';
import * as repo from './repo.ts';

const PREVIA = 'importacao-previa';
const GRAVACAO = 'importacao-gravacao';

/** The work that reads the files of a synchronisation and follows their imports. */
export const SINCRONIZACAO = 'sincronizacao';

const FASES: Record<string, readonly FaseImportacao[]> = {
  [PREVIA]: ['lendo', 'conferindo'],
  [GRAVACAO]: ['gravando', 'desfazendo'],
};

/** The phases that wait for each other with this one. */
export const queueOf = (fase: FaseImportacao): readonly FaseImportacao[] =>
  Object.values(FASES).find((fases) => fases.includes(fase)) ?? [];

/** The import is in another phase now: it was cancelled. */
class PhaseChanged extends Error {}
class MoreWork extends Error {}

/** The act of the person who cancelled is the end of the import. */
function passPhaseChange(error: unknown): void {
  if (!(error instanceof PhaseChanged)) throw error;
}

/** What the work on one import may do. */
export interface ImportWork {
  row: ImportRow;
  autor: Autor;
  sinal: AbortSignal;
  /**
   * One transaction while the import is in this phase. `work` gets the import as it is and answers
   * its changed fields.
   */
  step(work: (trx: Transacao, atual: ImportRow) => Promise<ImportChange>): Promise<void>;
}

type ImportChange = Parameters<typeof repo.update>[2];

type PhaseWork = (db: Banco, work: ImportWork) => Promise<void>;

export type PhaseWorks = Record<'lendo' | 'conferindo' | 'gravando' | 'desfazendo', PhaseWork>;

interface QueueDeps {
  db: Banco;
  works: PhaseWorks;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/** What an import says that failed by a fault of ours. */
export const INESPERADO = 'Erro inesperado. Tente de novo; se continuar, avise a administração.';

/**
 * Where work that failed leaves its import. A refused file is over; a preview goes back to its
 * columns, as a person may have corrected cells; what was being written waits for a decision, also
 * when it was being undone: its writing would continue at the first row that was never written.
 */
async function findEnd(
  trx: Transacao,
  { id, fase, parte, resultado }: ImportRow,
): Promise<ImportChange> {
  if (fase === 'gravando') return { fase: 'interrompida' };
  if (fase === 'conferindo' && parte === null) return { fase: 'colunas' };
  if (fase !== 'desfazendo') return { fase: 'recusada' };
  const primeira = await findUnwritten(trx, id);
  if (primeira === undefined) return { fase: 'concluida' };
  const feitas = Object.values(JSON.parse(resultado) as FeitosImportacao);
  const feitos = feitas.reduce((soma, dela) => soma + dela, 0);
  return { fase: 'interrompida', ponto: primeira - 1, feitos };
}

async function workOn({ db, works, log }: QueueDeps, job: JobRun, row: ImportRow): Promise<void> {
  const fase = row.fase as keyof PhaseWorks;
  const step: ImportWork['step'] = async (work) => {
    await job.step({}, async (trx) => {
      const atual = await repo.find(trx, row.id);
      if (atual?.fase !== fase) throw new PhaseChanged();
      const mudanca = await work(trx, atual);
      await repo.update(trx, row.id, { fase_desde: atual.fase_desde ?? nowIso(), ...mudanca });
    });
    await breathe();
  };
  try {
    const autor = JSON.parse(row.autor) as Autor;
    await works[fase](db, { row, autor, sinal: job.sinal, step });
  } catch (error) {
    if (job.sinal.aborted) throw error;
    if (error instanceof PhaseChanged) return;
    const previsto = error instanceof Problem;
    if (!previsto) log.error({ err: error, fase, importacao: row.id }, 'import');
    const erro = previsto ? error.message : INESPERADO;
    await step(async (trx, atual) => ({ ...(await findEnd(trx, atual)), erro })).catch(
      passPhaseChange,
    );
    await repo.removePedacos(db, row.id);
    if (fase === 'lendo') await repo.removeLinhas(db, row.id);
  }
}

function createKind(deps: QueueDeps, grupo: string): JobKind {
  const { db } = deps;
  const fases = FASES[grupo] ?? [];
  return {
    grupo,
    async run(job) {
      for (;;) {
        const proxima = await repo.findPending(db, fases);
        if (proxima) {
          await workOn(deps, job, proxima);
          continue;
        }
        try {
          // With the end of the row in one transaction: a request before it is seen here.
          await job.finish(null, async (trx) => {
            if (await repo.findPending(trx, fases)) throw new MoreWork();
          });
          return null;
        } catch (error) {
          if (!(error instanceof MoreWork)) throw error;
        }
      }
    },
  };
}

/** The kinds of long work, for the server's worker. */
export const importacaoKinds = (deps: QueueDeps): Record<string, JobKind> => ({
  [PREVIA]: createKind(deps, PREVIA),
  [GRAVACAO]: createKind(deps, GRAVACAO),
});

/** Puts an import into a phase in which the server works; the work starts after the commit. */
export async function request(
  trx: Transacao,
  jobs: Pick<Jobs, 'put'>,
  {
    id,
    fase,
    autor,
    ...campos
  }: ImportChange & { id: number; fase: FaseImportacao; autor: string },
): Promise<void> {
  const pedido = { fase, autor, erro: null, feitos: 0, ponto: 0, fase_desde: null };
  await repo.update(trx, id, { ...pedido, pedida_em: nowIso(), ...campos });
  await ensureWorker(trx, jobs, fase, JSON.parse(autor) as Autor);
}

/** Requests the work on a phase, unless it is requested already. */
export async function ensureWorker(
  trx: Transacao,
  jobs: Pick<Jobs, 'put'>,
  fase: FaseImportacao,
  autor: Autor,
): Promise<void> {
  const tipo = Object.keys(FASES).find((nome) => FASES[nome]?.includes(fase)) ?? PREVIA;
  const last = await findLast(trx, 'grupo', tipo);
  if (last && isAlive(last)) return;
  await jobs.put(trx, { tipo, parametros: null, autor });
}

/** Continues the synchronisation after the act of a person; a run that is under way does it. */
export async function ensureSync(
  trx: Transacao,
  jobs: Pick<Jobs, 'put'>,
  autor: Autor,
): Promise<void> {
  const last = await findLast(trx, 'grupo', SINCRONIZACAO);
  if (last && isAlive(last)) return;
  await jobs.put(trx, { tipo: SINCRONIZACAO, parametros: null, autor });
}
