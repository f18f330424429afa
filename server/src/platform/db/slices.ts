/**
 * Long work in slices: the database runs on the thread of all requests, so one call must be short,
 * and other work runs between two slices.
 */
import type { Queryable } from './banco.ts';
import { isPostgres } from './dialect.ts';

/** After a slower slice the size is halved; after a much faster one it is doubled. */
const DEMORA_MS = 8;
/** Ids of the first slice, and the limit of any: rows may be rare here and dense there. */
const PRIMEIRA = 1_024;
const MAIOR = 16_384;
/** The limit for PostgreSQL, where each slice is a way over the network. */
const MAIOR_NO_POSTGRES = 524_288;

/** Rows changed at once: a concurrent write waits for at most these. */
const LOTE = 200;

/** A range of ids, both ends included. */
export interface RowRange {
  de: number;
  ate: number;
}

/**
 * How many rows to read at once: the embedded database works on this thread.
 * PostgreSQL works beside it, and reads all in less time than slices: then undefined.
 */
export const sliceSize = (db: Queryable, linhas: number): number | undefined =>
  isPostgres(db) ? undefined : linhas;

/** The size of a slice that is read up to a limit of rows: rare rows take few slices. */
export const largestSlice = (db: Queryable): number => (isPostgres(db) ? MAIOR_NO_POSTGRES : MAIOR);

/** The size of the slice after one that took `demora` ms. */
export function nextSize(tamanho: number, demora: number, maior = MAIOR): number {
  if (demora > DEMORA_MS) return Math.ceil(tamanho / 2);
  return demora < DEMORA_MS / 3 ? Math.min(tamanho * 2, maior) : tamanho;
}

/** Lets other waiting work run first. */
export const breathe = (): Promise<void> => new Promise((pronto) => setImmediate(pronto));

/**
 * Reads a range of ids from one end to the other, in slices of at most `maior`, as far as the
 * caller continues.
 */
export async function* walk<T>(
  { de, ate }: RowRange,
  ordem: 'asc' | 'desc',
  read: (fatia: RowRange) => Promise<T[]>,
  maior = MAIOR,
): AsyncGenerator<T> {
  let tamanho = PRIMEIRA;
  for (let feitos = 0; feitos <= ate - de; ) {
    const fatia =
      ordem === 'asc'
        ? { de: de + feitos, ate: Math.min(de + feitos + tamanho - 1, ate) }
        : { de: Math.max(ate - feitos - tamanho + 1, de), ate: ate - feitos };
    feitos += tamanho;
    const inicio = performance.now();
    const linhas = await read(fatia);
    tamanho = nextSize(tamanho, performance.now() - inicio, maior);
    yield* linhas;
    await breathe();
  }
}

/** The first `quantos` of a walk. */
export async function take<T>(percurso: AsyncIterable<T>, quantos: number): Promise<T[]> {
  const levados: T[] = [];
  for await (const linha of percurso) if (levados.push(linha) === quantos) break;
  return levados;
}

/** Repeats a change of at most `lote` rows until it changes fewer; `change` answers the number. */
export async function inSlices(change: (lote: number) => Promise<bigint>): Promise<void> {
  while (Number(await change(LOTE)) === LOTE) await breathe();
}
