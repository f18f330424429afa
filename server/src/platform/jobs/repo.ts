/** Rows of long work: waiting, running in one process, or ended. */
import type { Selectable } from 'kysely';
import type { Autor } from '../audit.ts';
import { isRecent, nowIso, nowMs } from '../clock.ts';
import type { Banco, Queryable, Transacao } from '../db/banco.ts';
import type { TabelaTrabalhos } from '../db/tabelas.ts';

export type JobRow = Selectable<TabelaTrabalhos>;

/** The progress of the work; absent fields stay. */
export type JobProgress = Partial<Pick<JobRow, 'feitos' | 'total'>>;

/** The heartbeat is more frequent than this; a silent row may be taken. */
export const SILENCE_MS = 60_000;

const OPEN = ['espera', 'rodando'] as const;

/** Whether a process works on it, or is about to. */
export const isAlive = ({ situacao, vivo_em }: Pick<JobRow, 'situacao' | 'vivo_em'>): boolean =>
  OPEN.some((aberta) => aberta === situacao) && isRecent(vivo_em, SILENCE_MS);

export const findJob = (db: Queryable, id: number): Promise<JobRow | undefined> =>
  db.selectFrom('trabalhos').selectAll().where('id', '=', id).executeTakeFirst();

/** The rows that wait or run, the oldest first. */
export const listOpen = (db: Banco): Promise<JobRow[]> =>
  db.selectFrom('trabalhos').selectAll().where('situacao', 'in', OPEN).orderBy('id').execute();

/** The newest row of a group or of a kind, open or ended. */
export const findLast = (
  db: Queryable,
  by: 'grupo' | 'tipo',
  value: string,
): Promise<JobRow | undefined> =>
  db
    .selectFrom('trabalhos')
    .selectAll()
    .where(by, '=', value)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * What became of a kind of work: the row that is open, the newest that was done, and whether one
 * failed after it.
 */
export async function findOutcome(db: Queryable, tipo: string) {
  const ultima = await findLast(db, 'tipo', tipo);
  const feita = await db
    .selectFrom('trabalhos')
    .selectAll()
    .where('tipo', '=', tipo)
    .where('situacao', '=', 'feito')
    .where('resultado', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const aberta = ultima && isAlive(ultima) ? ultima : undefined;
  return { aberta, feita, falhou: ultima?.situacao === 'falhou' };
}

/** Inserts a row. @throws the database's unique violation while a row of the group is open */
export async function insertJob(
  trx: Transacao,
  {
    tipo,
    grupo,
    parametros,
    autor,
  }: Pick<JobRow, 'tipo' | 'grupo' | 'parametros'> & { autor: Autor },
): Promise<number> {
  const { id } = await trx
    .insertInto('trabalhos')
    .values({
      tipo,
      grupo,
      parametros,
      autor: JSON.stringify(autor),
      situacao: 'espera',
      vivo_em: nowIso(),
      quedas: 0,
      feitos: 0,
      criado_em: nowIso(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Makes a row ours. False when another process took it since it was read. */
export async function takeJob(trx: Transacao, row: JobRow, dono: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('trabalhos')
    .set({
      situacao: 'rodando',
      dono,
      vivo_em: nowIso(),
      quedas: row.quedas + (row.situacao === 'rodando' ? 1 : 0),
    })
    .where('id', '=', row.id)
    .where('situacao', '=', row.situacao)
    .where('vivo_em', '=', row.vivo_em)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

const ours = (trx: Transacao, id: number, dono: string) =>
  trx
    .updateTable('trabalhos')
    .where('id', '=', id)
    .where('situacao', '=', 'rodando')
    .where('dono', '=', dono);

/** A heartbeat with the progress. False when the row is no longer ours. */
export async function keepJob(
  trx: Transacao,
  id: number,
  dono: string,
  progress: JobProgress,
): Promise<boolean> {
  const { numUpdatedRows } = await ours(trx, id, dono)
    .set({ ...progress, vivo_em: nowIso() })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Queues a row of ours again, free at once for any process. */
export async function releaseJob(trx: Transacao, id: number, dono: string): Promise<void> {
  const vivo_em = new Date(nowMs() - SILENCE_MS).toISOString();
  await ours(trx, id, dono).set({ situacao: 'espera', dono: null, vivo_em }).execute();
}

/**
 * Ends an open row, with `somente` only while it has those values: another process may have taken
 * it. False when it had ended before, or is no longer so.
 */
export async function endJob(
  trx: Transacao,
  id: number,
  situacao: 'feito' | 'falhou' | 'cancelado',
  resultado: unknown,
  somente: Partial<Pick<JobRow, 'dono' | 'vivo_em'>> = {},
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('trabalhos')
    .where((eb) => eb.and(somente))
    .set({
      situacao,
      dono: null,
      resultado: JSON.stringify(resultado ?? null),
      terminado_em: nowIso(),
    })
    .where('id', '=', id)
    .where('situacao', 'in', OPEN)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Removes rows that ended before an instant. */
export async function pruneJobs(db: Banco, antes: string): Promise<void> {
  await db.deleteFrom('trabalhos').where('terminado_em', '<', antes).execute();
}
