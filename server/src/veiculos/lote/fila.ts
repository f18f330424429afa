/**
 * The queue of acts on many vehicles: one piece of long work takes them one after another, a slice
 * in a transaction. The slice keeps what it did, so that another process continues behind it.
 */
import type { LoteVeiculos } from '@unipark/contract/loteVeiculos';
import type { FastifyBaseLogger } from 'fastify';
import { type Autor, audit } from '../../platform/audit.ts';
import { nowIso } from '../../platform/clock.ts';
import type { Banco, Transacao } from '../../platform/db/banco.ts';
import { breathe } from '../../platform/db/slices.ts';
import type { JobKind, JobRun, Jobs } from '../../platform/jobs/jobs.ts';
import { findLast, isAlive } from '../../platform/jobs/repo.ts';
import { doSlice, type LoteOutcome, type LoteTarget, type SliceDeps, undoSlice } from './atos.ts';
import type { LoteChange, LoteRow, LoteSlice } from './repo.ts';
import * as repo from './repo.ts';

const TIPO = 'lote-veiculos';
/** Vehicles of one transaction: others' requests wait for at most these. */
export const FATIA_LOTE = 50;

const INESPERADO = 'Erro inesperado. Tente de novo; se continuar, avise a administração.';

class MoreLotes extends Error {}

interface LoteQueueDeps {
  db: Banco;
  onChange: SliceDeps['onChange'];
  log: Pick<FastifyBaseLogger, 'error'>;
}

/** The counts of an act, for the audit. */
const countsOf = ({ ato, total, alterados, iguais, recusados, desfeitos, mantidos }: LoteRow) => ({
  ...{ ato, total, alterados, iguais, recusados, desfeitos, mantidos },
});

async function writeSlice(
  trx: Transacao,
  deps: SliceDeps,
  row: LoteRow,
  { lote, ordem, alvos }: LoteSlice,
): Promise<LoteChange> {
  const pedidos: LoteTarget[] = JSON.parse(alvos);
  const fins = await doSlice(trx, deps, row, pedidos);
  await repo.saveSlice(trx, { lote, ordem, feitos: JSON.stringify(fins) });
  const recusados = fins.filter(({ frase }) => frase !== undefined).length;
  const alterados = fins.filter(({ antes, excluido }) => antes ?? excluido).length;
  return {
    feitos: row.feitos + fins.length,
    alterados: row.alterados + alterados,
    recusados: row.recusados + recusados,
    iguais: row.iguais + fins.length - alterados - recusados,
  };
}

async function takeBackSlice(
  trx: Transacao,
  deps: SliceDeps,
  row: LoteRow,
  { lote, ordem, feitos }: LoteSlice,
): Promise<LoteChange> {
  const fins: LoteOutcome[] = JSON.parse(feitos ?? '[]');
  const alterados = fins.filter(({ antes }) => antes).length;
  const ficam = await undoSlice(trx, deps, row, fins);
  await repo.saveSlice(trx, { lote, ordem, desfeitos: JSON.stringify(ficam) });
  return {
    feitos: row.feitos + alterados,
    desfeitos: row.desfeitos + alterados - ficam.length,
    mantidos: row.mantidos + ficam.length,
  };
}

/** One slice, or the end of the phase. False when there is nothing more to do. */
async function advance(trx: Transacao, deps: LoteQueueDeps, id: number): Promise<boolean> {
  const row = await repo.find(trx, id);
  // Cancelled meanwhile.
  if (row?.fase !== 'fazendo' && row?.fase !== 'desfazendo') return false;
  const autor: Autor = JSON.parse(row.autor);
  const fatia = await repo.findSlice(trx, id, row.fase);
  if (fatia) {
    const work = row.fase === 'fazendo' ? writeSlice : takeBackSlice;
    await repo.update(trx, id, await work(trx, { autor, onChange: deps.onChange }, row, fatia));
    return true;
  }
  await repo.update(trx, id, { fase: row.fase === 'fazendo' ? 'feito' : 'desfeito' });
  await audit(trx, autor, {
    acao: row.fase === 'fazendo' ? 'concluir' : 'desfazer',
    entidade: 'lote',
    chave: String(id),
    detalhe: countsOf(row),
  });
  return false;
}

async function workOn(deps: LoteQueueDeps, job: JobRun, { id, fase }: LoteRow): Promise<void> {
  try {
    for (let resta = true; resta; await breathe()) {
      resta = (await job.step({}, (trx) => advance(trx, deps, id))) ?? false;
    }
  } catch (error) {
    if (job.sinal.aborted) throw error;
    deps.log.error({ err: error, fase, lote: id }, 'act on many vehicles');
    // What was done stays known, so that it can be undone, or undone again.
    await job.step({}, (trx) => repo.update(trx, id, { fase: 'interrompido', erro: INESPERADO }));
  }
}

/** The kind of long work, for the server's worker. */
export const loteKinds = (deps: LoteQueueDeps): Record<string, JobKind> => ({
  [TIPO]: {
    grupo: TIPO,
    async run(job) {
      for (;;) {
        const proximo = await repo.findPending(deps.db);
        if (proximo) {
          await workOn(deps, job, proximo);
          continue;
        }
        try {
          // With the end of the row in one transaction: a request before it is seen here.
          await job.finish(null, async (trx) => {
            if (await repo.findPending(trx)) throw new MoreLotes();
          });
          return null;
        } catch (error) {
          if (!(error instanceof MoreLotes)) throw error;
        }
      }
    },
  },
});

/** Requests the work, unless it is requested already. It starts after the commit. */
export async function ensureWorker(
  trx: Transacao,
  jobs: Pick<Jobs, 'put'>,
  autor: Autor,
): Promise<void> {
  const last = await findLast(trx, 'grupo', TIPO);
  if (last && isAlive(last)) return;
  await jobs.put(trx, { tipo: TIPO, parametros: null, autor });
}

/** What undoing needs in the row of an act. */
export const requestUndo = (autor: Autor): LoteChange => ({
  ...{ fase: 'desfazendo', autor: JSON.stringify(autor), erro: null },
  ...{ feitos: 0, pedido_em: nowIso() },
});

/** The vehicles that the last phase left as they were. */
export function listRecusas(
  fase: LoteVeiculos['fase'],
  fatias: Pick<LoteSlice, 'feitos' | 'desfeitos'>[],
): LoteVeiculos['recusas'] {
  const deDesfazer =
    fase === 'desfeito' ||
    fase === 'desfazendo' ||
    (fase === 'interrompido' && fatias.some(({ desfeitos }) => desfeitos !== null));
  return fatias.flatMap(({ feitos, desfeitos }) => {
    const fins: LoteOutcome[] = JSON.parse((deDesfazer ? desfeitos : feitos) ?? '[]');
    return fins.flatMap(({ placa, frase }) => (frase === undefined ? [] : [{ placa, frase }]));
  });
}
