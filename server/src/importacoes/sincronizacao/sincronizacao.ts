/**
 * The register follows another system: its files are imported every day by the rules of any import.
 * Each file is an import, with its report and its undoing; one that would change too much waits in
 * its preview for an administrator. A killed run is repeated from what the imports say.
 */
import { createHash } from 'node:crypto';
import { FASES_OCUPADAS, type ParteSincronizacao } from '@unipark/contract/importacao';
import { AGENDA, type Autor, audit } from '../../platform/audit.ts';
import type { Banco, Transacao } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import type { JobKind, JobRun } from '../../platform/jobs/jobs.ts';
import type { ImportTargets } from '../conferencia.ts';
import { storePedacos } from '../envio.ts';
import { INESPERADO, request, SINCRONIZACAO } from '../fila.ts';
import { refusedArquivo } from '../formatos/recusa.ts';
import { createImportacoes } from '../importacoes.ts';
import type { ImportRow } from '../repo.ts';
import * as importacoesRepo from '../repo.ts';
import { createAbsentees, replaceWaiting, settleAbsentees } from './ausentes.ts';
import type { SyncFile, SyncSource } from './fonte.ts';
import { findReason, type SyncRules } from './motivos.ts';
import * as repo from './repo.ts';

const OLHAR_MS = 200;
const SERVIDOR = { id: AGENDA.id ?? '', admin: true };

export interface SyncDeps {
  db: Banco;
  alvos: ImportTargets;
  /** null: this process takes no run, and leaves it to one that has a source. */
  fonte: SyncSource | null;
  regras: SyncRules;
  /** Tells the administrators, a line for each file that needs one. */
  tell?: (trx: Transacao, linhas: string[]) => Promise<void>;
}

/** What an import needs a person for, in one line; undefined when it needs none. */
export function describeTrouble({ nome, fase, erro, espera }: ImportRow): string | undefined {
  if (fase === 'previa' && espera !== null) {
    return `${nome}: aguarda aprovação em Importar. ${espera}`;
  }
  const parou = fase === 'recusada' || fase === 'interrompida';
  return parou ? `${nome}: ${erro ?? 'não foi gravado.'}` : undefined;
}

/** Whether this file brought nothing that another run could change. */
function isSettled({ fase, erro, resultado }: ImportRow): boolean {
  if (fase === 'recusada') return erro !== INESPERADO;
  return fase !== 'concluida' || JSON.parse(resultado).recusadas === 0;
}

/** One run of the work. */
function createRun(
  { db, alvos, fonte, regras, tell }: SyncDeps & { fonte: SyncSource },
  job: JobRun,
) {
  const { sinal } = job;
  const jobs = { put: job.put };
  const autor: Autor = AGENDA;
  const texto = JSON.stringify(autor);
  const importacoes = createImportacoes({ db, jobs, alvos });
  const feitas: number[] = [];

  /** Brings an import to its end, or to where a person is needed. */
  async function advance(id: number): Promise<void> {
    if (!feitas.includes(id)) feitas.push(id);
    for (;;) {
      sinal.throwIfAborted();
      const row = await importacoesRepo.find(db, id);
      if (!row) return;
      if (row.fase === 'colunas') {
        const campos = (JSON.parse(row.colunas) as { campo: string | null }[]).map(
          ({ campo }) => campo,
        );
        try {
          await importacoes.chooseColunas(autor, SERVIDOR, id, { campos });
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          const erro = error.extras.campos?.campos ?? error.message;
          await job.step({}, (trx) => importacoesRepo.update(trx, id, { fase: 'recusada', erro }));
        }
      } else if (row.fase === 'previa' && row.espera === null) {
        if (await repo.isRepeated(db, row)) {
          await importacoesRepo.remove(db, id);
          feitas.splice(feitas.indexOf(id), 1);
          return;
        }
        const espera = await findReason(db, regras, row);
        if (espera === undefined) await importacoes.write(autor, SERVIDOR, id, 'atualizar');
        else await job.step({}, (trx) => importacoesRepo.update(trx, id, { espera }));
      } else if (FASES_OCUPADAS.includes(row.fase)) {
        await job.nextChange(OLHAR_MS);
      } else return;
    }
  }

  const create = (parte: 'proprietarios' | 'veiculos', nome: string): Promise<number> =>
    job.step({}, (trx) =>
      importacoesRepo.create(trx, { tipo: parte, nome, conta: null, autor: texto, parte }),
    ) as Promise<number>;

  /** Stores a file; undefined when it is the one of the last time. */
  async function receive(
    parte: 'proprietarios' | 'veiculos',
    { nome, bytes }: SyncFile,
  ): Promise<number | undefined> {
    const id = await create(parte, nome);
    const hash = createHash('sha256');
    async function* hashed(): AsyncGenerator<Uint8Array> {
      for await (const pedaco of bytes) {
        hash.update(pedaco);
        yield pedaco;
      }
    }
    try {
      const total = await storePedacos(db, id, hashed());
      const arquivo_hash = hash.digest('hex');
      const ultima = await repo.findNewestFile(db, parte);
      if (ultima?.arquivo_hash === arquivo_hash && isSettled(ultima)) {
        await importacoesRepo.remove(db, id);
        return undefined;
      }
      await job.step({}, async (trx) => {
        await replaceWaiting(trx, parte);
        await request(trx, jobs, { id, fase: 'lendo', autor: texto, bytes: total, arquivo_hash });
        const detalhe = { nome, tipo: parte, bytes: total };
        await audit(trx, autor, {
          ...{ acao: 'enviar', entidade: 'importacao', chave: String(id), detalhe },
        });
      });
      return id;
    } catch (error) {
      await importacoesRepo.removePedacos(db, id);
      throw error;
    }
  }

  /** @throws a sentence, once, for a part that had a file and has none now */
  async function refuseMissing(parte: 'proprietarios' | 'veiculos'): Promise<void> {
    const ultimo = await repo.findNewestFile(db, parte);
    if (!ultimo) return;
    const frase = `Não há mais ${ultimo.nome} em SINCRONIZAR_DE. O cadastro ficou como estava.`;
    if ((await repo.findNewest(db, parte))?.erro !== frase) throw refusedArquivo(frase);
  }

  /** Reads the file of a part; a source without an answer has its report too. */
  async function read(parte: 'proprietarios' | 'veiculos'): Promise<void> {
    let id: number | undefined;
    try {
      const arquivo = await fonte.open(parte, sinal);
      if (arquivo) id = await receive(parte, arquivo);
      else await refuseMissing(parte);
    } catch (error) {
      sinal.throwIfAborted();
      if (!(error instanceof Problem)) throw error;
      const quebrada = await repo.findBroken(db, parte);
      const falha = quebrada?.id ?? (await create(parte, parte));
      const frase = error.message;
      await job.step({}, (trx) => repo.endEnvio(trx, falha, frase));
      feitas.push(falha);
    }
    if (id !== undefined) await advance(id);
  }

  /** Continues what an ended process or an approval left. */
  async function resume(parte: ParteSincronizacao): Promise<void> {
    for (const { id, fase } of await repo.listOpen(db, parte)) {
      if (fase === 'recebendo') await importacoesRepo.remove(db, id);
      else await advance(id);
    }
  }

  async function runParts(): Promise<void> {
    await resume('proprietarios');
    await read('proprietarios');
    // The vehicles refer to owners that an administrator has not approved.
    if (await repo.findWaiting(db, 'proprietarios')) return;
    await resume('ausentes');
    const { step } = job;
    const ausentes = await createAbsentees({ db, jobs, regras, step, autor });
    if (ausentes !== undefined) await advance(ausentes);
    await settleAbsentees({ db, step });
    await resume('veiculos');
    await read('veiculos');
  }

  return async (): Promise<{ importacoes: number[] }> => {
    await runParts();
    const rows = await Promise.all(feitas.map((id) => importacoesRepo.find(db, id)));
    const linhas = rows.flatMap((row) => (row && describeTrouble(row)) ?? []);
    if (linhas.length > 0) await job.step({}, async (trx) => tell?.(trx, linhas));
    return { importacoes: feitas };
  };
}

/** The kind of long work, for the worker of a process that has a source. */
export const sincronizacaoKinds = ({ fonte, ...deps }: SyncDeps): Record<string, JobKind> =>
  fonte === null
    ? {}
    : {
        [SINCRONIZACAO]: {
          grupo: SINCRONIZACAO,
          run: (job) => createRun({ ...deps, fonte }, job)(),
        },
      };
