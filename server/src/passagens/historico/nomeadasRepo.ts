/** What the words of a query mean: plates as they were read, or owners. */
import { keyOfPlaca } from '@unipark/contract/placa';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Banco } from '../../platform/db/banco.ts';
import { chunks } from '../../platform/db/chunks.ts';
import { isPostgres } from '../../platform/db/dialect.ts';
import {
  amongValues,
  hasIndexable,
  hitIds,
  indexCondition,
  isIndexed,
  rowCondition,
  type SearchTerms,
} from '../../platform/db/search.ts';
import { breathe, sliceSize } from '../../platform/db/slices.ts';

/** Cars or passages that are looked up at once. */
const LOTE = 500;
/** Owners, of whose cars the index alone is read. */
const DONOS = 2_000;

/** The words, and the identity keys of the cars whose owner they name. */
export interface NameTerms {
  termos: SearchTerms;
  chaves: Set<string>;
}

/**
 * Identity keys of the cars of some owners. The index of an owner's cars has the plate, of which the
 * key is made: no row of a car is read.
 */
async function keysOf(db: Banco, donos: Expression<SqlBool>): Promise<string[]> {
  const carros = await db
    .selectFrom('veiculos')
    .select('placa')
    .where('proprietario_matricula', 'in', (eb) =>
      eb.selectFrom('proprietarios').select('matricula').where(donos),
    )
    .execute();
  return carros.map(({ placa }) => keyOfPlaca(placa));
}

/** Finds the owners that the words name: once for a request, which then checks many rows. */
export async function readNames(db: Banco, termos: SearchTerms): Promise<NameTerms> {
  if (!hasIndexable(termos)) return { termos, chaves: new Set() };
  if (isPostgres(db)) {
    // In one statement: it works beside this thread, and no id goes to and fro.
    const todas = await keysOf(db, indexCondition('proprietarios', termos));
    return { termos, chaves: new Set(todas) };
  }
  const chaves = new Set<string>();
  const pelaLinha = isIndexed(termos) ? sql<SqlBool>`true` : rowCondition('proprietarios', termos);
  for (let donos = [0], lidos = DONOS; lidos === DONOS; await breathe()) {
    donos = await hitIds(db, 'proprietarios', termos, DONOS, donos.at(-1));
    lidos = donos.length;
    const lote = sql<SqlBool>`${amongValues('id', donos)} and ${pelaLinha}`;
    for (const chave of await keysOf(db, lote)) chaves.add(chave);
  }
  return { termos, chaves };
}

/** Those that contain the single characters too, which the index cannot search. */
async function keepHits(db: Banco, tocados: number[], termos: SearchTerms): Promise<number[]> {
  const ids: number[] = [];
  for (const lote of chunks(tocados, LOTE)) {
    const linhas = await db
      .selectFrom('passagens')
      .select('id')
      .where(amongValues('id', lote))
      .where(rowCondition('passagens', termos))
      .execute();
    ids.push(...linhas.map(({ id }) => id));
    await breathe();
  }
  return ids;
}

/** The ids of the named passages, or undefined from `teto` on. */
export async function findNamed(
  db: Banco,
  { termos, chaves }: NameTerms,
  teto: number,
): Promise<Set<number> | undefined> {
  const tocados = await hitIds(db, 'passagens', termos, teto);
  if (tocados.length === teto) return undefined;
  const ids = new Set(isIndexed(termos) ? tocados : await keepHits(db, tocados, termos));
  const delas = await findOfCars(db, [...chaves], teto);
  if (!delas) return undefined;
  for (const id of delas) ids.add(id);
  return ids.size < teto ? ids : undefined;
}

/** The ids of the passages of these cars, or undefined from `teto` on. */
export async function findOfCars(
  db: Banco,
  chaves: string[],
  teto: number,
): Promise<Set<number> | undefined> {
  const ids = new Set<number>();
  for (const lote of chunks(chaves, sliceSize(db, LOTE) ?? Number.MAX_SAFE_INTEGER)) {
    const linhas = await db
      .selectFrom('passagens')
      .select('id')
      .where(amongValues('chave', lote))
      .limit(teto)
      .execute();
    for (const { id } of linhas) ids.add(id);
    if (ids.size >= teto) return undefined;
    await breathe();
  }
  return ids;
}

/** Identity keys of the cars of one owner. */
export async function listCars(db: Banco, matricula: string): Promise<string[]> {
  const carros = await db
    .selectFrom('veiculos')
    .select('placa')
    .where('proprietario_matricula', '=', matricula)
    .execute();
  return carros.map(({ placa }) => keyOfPlaca(placa));
}
