/**
 * People who were in a file of owners and are not in the next one: their ATIVO vehicles become
 * INDEFINIDO, by an import of the server's own rows, so that it has a preview, a report and an
 * undoing. People who come back get nothing by themselves: undoing and the file of vehicles do that.
 */
import type { ParteSincronizacao } from '@unipark/contract/importacao';
import { STATUS_PADRAO } from '@unipark/contract/veiculo';
import type { Autor } from '../../platform/audit.ts';
import type { Banco, Transacao } from '../../platform/db/banco.ts';
import { readSetting, writeSetting } from '../../platform/db/settings.ts';
import type { JobRun } from '../../platform/jobs/jobs.ts';
import { storePedacos } from '../envio.ts';
import { INESPERADO, request } from '../fila.ts';
import * as importacoesRepo from '../repo.ts';
import { COMPARADA, type SyncRules } from './motivos.ts';
import * as repo from './repo.ts';

/** The import of absent people that is not decided yet, and the file of owners it was made from. */
const EM_CURSO = 'sincronizacao_ausentes';

interface Comparison {
  importacao: number;
  atual: number;
}

export const SUBSTITUIDA = 'Substituída por um arquivo mais novo antes da aprovação.';

/** Refuses the import of a part that waits: a newer file takes its place. */
export async function replaceWaiting(trx: Transacao, parte: ParteSincronizacao): Promise<void> {
  const espera = await repo.findWaiting(trx, parte);
  if (espera) {
    await importacoesRepo.update(trx, espera.id, { fase: 'recusada', erro: SUBSTITUIDA });
  }
}

async function readComparison(db: Banco): Promise<Comparison | undefined> {
  const texto = await readSetting(db, EM_CURSO);
  return texto ? (JSON.parse(texto) as Comparison) : undefined;
}

const readComparada = async (db: Banco): Promise<number> =>
  Number((await readSetting(db, COMPARADA)) ?? 0);

/** A file of owners was written, and who left it was not looked for yet. */
export async function isUnfinished(db: Banco): Promise<boolean> {
  const escrita = await repo.findNewestWritten(db);
  if (!escrita) return false;
  const curso = await readComparison(db);
  return escrita.id > Math.max(await readComparada(db), curso?.atual ?? 0);
}

interface AbsenteeDeps {
  db: Banco;
  jobs: Parameters<typeof request>[1];
  regras: SyncRules;
  step: JobRun['step'];
  autor: Autor;
}

/**
 * Counts a decided import of absent people as dealt with; one that failed is made again.
 * @returns the one that is not decided
 */
export async function settleAbsentees({
  db,
  step,
}: Pick<AbsenteeDeps, 'db' | 'step'>): Promise<Comparison | undefined> {
  const curso = await readComparison(db);
  if (!curso) return undefined;
  const row = await importacoesRepo.find(db, curso.importacao);
  if (row?.fase === 'recusada' && row.erro === INESPERADO) return undefined;
  if (row && !['concluida', 'desfeita', 'recusada'].includes(row.fase)) return curso;
  await step({}, async (trx) => {
    await writeSetting(trx, COMPARADA, String(curso.atual));
    await writeSetting(trx, EM_CURSO, '');
  });
  return undefined;
}

/** The file that a newer one is compared with: not one that an administrator undid. */
async function findAnterior(db: Banco, comparada: number, atual: number) {
  const anterior = await importacoesRepo.find(db, comparada);
  return anterior?.fase === 'desfeita' ? repo.findNewestWritten(db, atual) : anterior;
}

/** Begins the import; undefined when nobody left, or an earlier one is not decided. */
export async function createAbsentees({
  db,
  jobs,
  regras,
  step,
  autor,
}: AbsenteeDeps): Promise<number | undefined> {
  const curso = await settleAbsentees({ db, step });
  const atual = await repo.findNewestWritten(db);
  const comparada = await readComparada(db);
  // An older one is the newest again when an administrator undid the one after it.
  if (!atual || atual.id <= Math.max(comparada, curso?.atual ?? 0)) return undefined;
  if (curso && (await repo.findWaiting(db, 'ausentes')) === undefined) return undefined;
  const anterior = await findAnterior(db, comparada, atual.id);
  const veiculos =
    anterior && regras.ausentes === 'indefinido'
      ? await repo.listVeiculosOfAbsentees(db, { anterior: anterior.id, atual: atual.id })
      : [];
  if (veiculos.length === 0) {
    await step({}, async (trx) => {
      await replaceWaiting(trx, 'ausentes');
      await writeSetting(trx, COMPARADA, String(atual.id));
      await writeSetting(trx, EM_CURSO, '');
    });
    return undefined;
  }
  const texto = JSON.stringify(autor);
  const nome = `Vínculos encerrados de ${atual.nome}`.slice(0, 255);
  const nova = { tipo: 'veiculos' as const, nome, conta: null, autor: texto };
  const id = await step({}, (trx) => importacoesRepo.create(trx, { ...nova, parte: 'ausentes' }));
  if (id === undefined) return undefined;
  const linhas = veiculos.map(
    ({ placa, matricula }) => `${placa};${STATUS_PADRAO};"${matricula.replaceAll('"', '""')}"\n`,
  );
  async function* write(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(['Placa;Status;Matrícula\n', ...linhas].join(''));
  }
  const bytes = await storePedacos(db, id, write());
  await step({}, async (trx) => {
    await replaceWaiting(trx, 'ausentes');
    await writeSetting(trx, EM_CURSO, JSON.stringify({ importacao: id, atual: atual.id }));
    await request(trx, jobs, { id, fase: 'lendo', autor: texto, bytes });
  });
  return id;
}
