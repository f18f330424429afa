/** The deletion of what is too old: long work in small transactions, one process at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Apagados } from '@unipark/contract/retencao';
import type { Fotos } from '../passagens/fotos.ts';
import { removeFotos } from '../passagens/fotosRepo.ts';
import { findOldestShown } from '../passagens/repo.ts';
import { audit } from '../platform/audit.ts';
import { findCut, listCutEntries, moveCut, removeCutEntries } from '../platform/auditCut.ts';
import type { Banco } from '../platform/db/banco.ts';
import { chunks } from '../platform/db/chunks.ts';
import type { EventLog } from '../platform/events.ts';
import type { JobKind, JobRun } from '../platform/jobs/jobs.ts';
import { forgetApagados, readApagados, sumOf, writeApagados } from './prazos.ts';
import { type Cortes, listFotos, listFreeFotos, listPassagens, removePassagens } from './repo.ts';

/** The kind of the work, and its group. */
export const LIMPEZA = 'retencao';

/** Passages in one transaction: 3 ms of SQLite, and up to 27 when the search index merges. */
const PASSAGENS = 50;
/** Pictures in one transaction: up to 6 ms, because one is on dozens of pages of SQLite. */
const FOTOS = 25;
/** Acts of the audit in one transaction. */
const ATOS = 200;
/** Between two transactions: other writes come first. */
const PAUSA_MS = 15;

/** What is older than these instants goes. */
export interface CleaningTimes extends Cortes {
  auditoria: string;
}

interface LimpezaDeps {
  db: Banco;
  fotos: Pick<Fotos, 'release'>;
  eventos: Pick<EventLog, 'append'>;
}

/** Deletes what the instants of its parameters make too old, pictures first. */
async function clear({ db, fotos, eventos }: LimpezaDeps, job: JobRun): Promise<Apagados> {
  // Work that an earlier release requested cuts nothing off the audit.
  const cortes: CleaningTimes = { auditoria: '', ...(job.parametros as Cortes) };
  // What a process that died deleted belongs to this cleaning.
  let feitos = await readApagados(db);
  const exposta = await findOldestShown(db);

  /** After each transaction: the files that no row names any more. */
  async function settle(arquivos: string[]): Promise<void> {
    await fotos.release(arquivos);
    await sleep(PAUSA_MS, undefined, { signal: job.sinal }).catch(() => undefined);
  }

  async function clearFotos(ids: number[]): Promise<void> {
    const passo = await job.step({ feitos: sumOf(feitos) }, async (trx) => {
      const livres = await listFreeFotos(trx, ids);
      const depois = { ...feitos, fotos: feitos.fotos + livres.length };
      await writeApagados(trx, depois);
      return { depois, arquivos: await removeFotos(trx, 'id', livres) };
    });
    feitos = passo?.depois ?? feitos;
    await settle(passo?.arquivos ?? []);
  }

  /** True when the passages have more readings. */
  async function clearPassagens(ids: number[]): Promise<boolean> {
    const passo = await job.step({}, async (trx) => {
      const feito = await removePassagens(trx, ids, cortes);
      const depois = { ...feitos, passagens: feitos.passagens + feito.removidas.length };
      await writeApagados(trx, depois);
      for (const { id, na_lista, aberto } of feito.removidas) {
        if (na_lista === 0 || (!aberto && id < exposta)) continue;
        await eventos.append(trx, 'passagem-removida', { id: String(id) });
      }
      return { ...feito, depois };
    });
    feitos = passo?.depois ?? feitos;
    await settle(passo?.arquivos ?? []);
    return passo?.resta ?? false;
  }

  async function clearAuditoria(): Promise<void> {
    const depois = await job.step({}, async (trx) => {
      const quantos = await removeCutEntries(trx, ATOS);
      const apagados = { ...feitos, auditoria: feitos.auditoria + quantos };
      await writeApagados(trx, apagados);
      return apagados;
    });
    feitos = depois ?? feitos;
    await settle([]);
  }

  for await (const fatia of listFotos(db, cortes)) {
    for (const ids of chunks(fatia, FOTOS)) await clearFotos(ids);
  }
  for await (const fatia of listPassagens(db, cortes)) {
    for (const ids of chunks(fatia, PASSAGENS)) while (await clearPassagens(ids));
  }
  const corte = await findCut(db, cortes.auditoria);
  if (corte) await job.step({}, (trx) => moveCut(trx, job.autor, corte));
  while ((await listCutEntries(db, 1)).length > 0) await clearAuditoria();
  return feitos;
}

/** The long work of retention, for the server's worker. Each run that deleted has one audit row. */
export const limpezaKinds = (deps: LimpezaDeps): Record<string, JobKind> => ({
  [LIMPEZA]: {
    grupo: LIMPEZA,
    async run(job) {
      const apagados = await clear(deps, job);
      await job.finish(apagados, async (trx) => {
        await forgetApagados(trx);
        if (sumOf(apagados) === 0) return;
        await audit(trx, job.autor, {
          acao: 'excluir',
          entidade: 'retencao',
          chave: LIMPEZA,
          detalhe: { ...apagados, anteriores_a: job.parametros },
        });
      });
    },
  },
});
