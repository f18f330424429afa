/** The imports of synchronisations, and who of one file is not in the next one. */
import { FASES_OCUPADAS, type ParteSincronizacao } from '@unipark/contract/importacao';
import type { Banco, Queryable, Transacao } from '../../platform/db/banco.ts';
import type { ImportRow } from '../repo.ts';

/** The imports of a part in which the server works or is about to; uploads that broke included. */
export const listOpen = (db: Queryable, parte: ParteSincronizacao): Promise<ImportRow[]> =>
  db
    .selectFrom('importacoes')
    .selectAll()
    .where('parte', '=', parte)
    .where((eb) =>
      eb.or([
        eb('fase', 'in', [...FASES_OCUPADAS, 'colunas']),
        eb.and([eb('fase', '=', 'previa'), eb('espera', 'is', null)]),
      ]),
    )
    .orderBy('id')
    .execute();

/** The upload of a part that broke; undefined without one. */
export const findBroken = (db: Queryable, parte: ParteSincronizacao) =>
  db
    .selectFrom('importacoes')
    .select('id')
    .where('parte', '=', parte)
    .where('fase', '=', 'recebendo')
    .executeTakeFirst();

/** Ends an upload as refused. An import that an administrator approved or undoes meanwhile is none. */
export async function endEnvio(trx: Transacao, id: number, erro: string): Promise<void> {
  await trx
    .updateTable('importacoes')
    .set({ fase: 'recusada', erro })
    .where('id', '=', id)
    .where('fase', '=', 'recebendo')
    .execute();
}

const newest = (db: Queryable, parte: ParteSincronizacao) =>
  db
    .selectFrom('importacoes')
    .selectAll()
    .where('parte', '=', parte)
    .orderBy('id', 'desc')
    .limit(1);

/** The newest import of a part, whatever became of it. */
export const findNewest = (db: Queryable, parte: ParteSincronizacao) =>
  newest(db, parte).executeTakeFirst();

/** The import of a part that waits for a person. */
export const findWaiting = (db: Queryable, parte: ParteSincronizacao) =>
  newest(db, parte).where('fase', '=', 'previa').where('espera', 'is not', null).executeTakeFirst();

/** How many imports wait for a person. */
export async function countWaiting(db: Queryable): Promise<number> {
  const { total } = await db
    .selectFrom('importacoes')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('parte', 'is not', null)
    .where('fase', '=', 'previa')
    .where('espera', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** The newest file of a part that was read whole, whatever became of it. */
export const findNewestFile = (db: Queryable, parte: ParteSincronizacao) =>
  newest(db, parte).where('arquivo_hash', 'is not', null).executeTakeFirst();

/**
 * Whether an import in its preview is the file of the last time, and would have the same outcome: no
 * row of it is new or changes something, and as many are refused.
 */
export async function isRepeated(
  db: Queryable,
  { id, parte, arquivo_hash, contagem }: ImportRow,
): Promise<boolean> {
  if (parte === null || arquivo_hash === null) return false;
  const { nova, altera, erro } = JSON.parse(contagem);
  if (nova + altera > 0) return false;
  const ultima = await newest(db, parte)
    .where('arquivo_hash', 'is not', null)
    .where('id', '<', id)
    .executeTakeFirst();
  if (ultima?.arquivo_hash !== arquivo_hash || ultima.fase !== 'concluida') return false;
  return JSON.parse(ultima.resultado).recusadas === erro;
}

/** The newest file of owners that was written, before an import or of all. */
export const findNewestWritten = (db: Queryable, antesDe = Number.MAX_SAFE_INTEGER) =>
  newest(db, 'proprietarios')
    .where('fase', '=', 'concluida')
    .where('id', '<', antesDe)
    .executeTakeFirst();

interface FilePair {
  /** The import of the file before. */
  anterior: number;
  atual: number;
}

const absentees = (db: Queryable, { anterior, atual }: FilePair) =>
  db
    .selectFrom('importacao_linhas as antes')
    .where('antes.importacao', '=', anterior)
    .where('antes.chave', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('importacao_linhas as agora')
            .select('agora.linha')
            .where('agora.importacao', '=', atual)
            .whereRef('agora.chave', '=', 'antes.chave'),
        ),
      ),
    );

/** How many people of a file are not in the next one. */
export async function countAbsentees(db: Queryable, par: FilePair): Promise<number> {
  const { total } = await absentees(db, par)
    .select((eb) => eb.fn.count<number>('antes.chave').distinct().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** The ATIVO vehicles of people who are not in the next file. */
export const listVeiculosOfAbsentees = (db: Queryable, par: FilePair) =>
  absentees(db, par)
    .innerJoin('veiculos', 'veiculos.proprietario_matricula', 'antes.chave')
    .where('veiculos.status', '=', 'ATIVO')
    .select(['veiculos.placa', 'antes.chave as matricula'])
    .$narrowType<{ matricula: string }>()
    .distinct()
    .orderBy('veiculos.placa')
    .execute();

export async function countAtivos(db: Banco): Promise<number> {
  const { total } = await db
    .selectFrom('veiculos')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('status', '=', 'ATIVO')
    .executeTakeFirstOrThrow();
  return Number(total);
}
