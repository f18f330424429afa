/** The hits of a search, with their number: one page, or all of them. */
import { TETO_CONTAGEM } from '@unipark/contract/lista';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Banco } from './banco.ts';
import { isPostgres } from './dialect.ts';
import { walkedSource } from './orderWalk.ts';
import {
  countUpTo,
  everyRow,
  type PageRequest,
  paginate,
  type RowPage,
  type RowSource,
  type SortOrder,
  sourceOf,
  type TableName,
  type TableQuery,
} from './page.ts';
import {
  amongIds,
  countHits,
  hasIndexable,
  indexCondition,
  isIndexed,
  parseTerms,
  rowCondition,
  type SearchableTable,
  type SearchTerms,
} from './search.ts';
import { take, walk } from './slices.ts';

/**
 * Hits that are fetched and sorted; above it the order's index is walked. In the time of one walk
 * PostgreSQL sorts five times as many hits as SQLite.
 */
const TETO_ORDENACAO = 1_000;
const TETO_NO_POSTGRES = 5_000;

/** Steps of a walk in the time in which a hit of the index is fetched and sorted. */
const PASSOS = 3;

interface SearchRequest<T extends TableName, O> {
  tabela: SearchableTable;
  q: string;
  ordem: SortOrder;
  /** Records that the term names exactly: shown first, and not repeated below. */
  exatos: (O & { id: number })[];
  filtrada: boolean;
  /** `base` without indexes for its filters: for hits that the words' index has found. */
  achada?: TableQuery<T, O>;
}

/** Reads a whole table by ids, in slices. */
async function* walkTable<T>(
  db: Banco,
  tabela: SearchableTable,
  read: (fatia: RawBuilder<SqlBool>) => Promise<T[]>,
): AsyncGenerator<T> {
  const id = sql.ref(`${tabela}.id`);
  const { ultimo } = await db
    .selectFrom(tabela)
    .select((eb) => eb.fn.max('id').as('ultimo'))
    .executeTakeFirstOrThrow();
  yield* walk({ de: 1, ate: Number(ultimo ?? 0) }, 'asc', ({ de, ate }) =>
    read(sql<SqlBool>`${id} >= ${de} and ${id} <= ${ate}`),
  );
}

/**
 * The number of hits up to the limit, and the condition that fetches them. The index counts alone
 * when it can; otherwise one read of the rows also collects their ids, from the few that the index
 * names or from those of a filter's own index.
 */
async function findHits<T extends TableName, O>(
  db: Banco,
  base: TableQuery<T, O>,
  { tabela, filtrada, achada = base }: SearchRequest<T, O>,
  termos: SearchTerms,
) {
  const peloIndice = indexCondition(tabela, termos);
  const pelaLinha = rowCondition(tabela, termos);
  const teto = isPostgres(db) ? TETO_NO_POSTGRES : TETO_ORDENACAO;
  const contados = isIndexed(termos)
    ? await countHits(db, tabela, termos, (filtrada ? teto : TETO_CONTAGEM) + 1)
    : undefined;
  if (contados !== undefined && !filtrada) {
    return contados <= teto
      ? { total: contados, ordenada: false, condicao: peloIndice }
      : { total: contados, ordenada: true, condicao: pelaLinha };
  }
  const readIds = (linhas: TableQuery<T, O>) =>
    linhas
      .clearSelect()
      .where(peloIndice)
      .select(sql<number>`${sql.ref(`${tabela}.id`)}`.as('id'))
      .limit(TETO_CONTAGEM + 1)
      .execute();
  const ids =
    filtrada || hasIndexable(termos)
      ? await readIds(contados !== undefined && contados <= teto ? achada : base)
      : await take(
          walkTable(db, tabela, (fatia) => readIds(base.where(fatia))),
          TETO_CONTAGEM + 1,
        );
  const total = ids.length;
  return total <= teto
    ? { total, ordenada: false, condicao: amongIds(tabela, ids) }
    : { total, ordenada: true, condicao: pelaLinha };
}

/** The records that a search found: those named exactly, and the source of the others. */
export interface SearchHits<T extends TableName, O> {
  total: number;
  primeiras: O[];
  /** For a page, and for all of them. */
  fonte: RowSource<T, O>;
  todas: RowSource<T, O>;
  ordem: SortOrder;
  /** false: they are few, so the database sorts them. */
  ordenada: boolean;
}

/** Resolves a search, with the number of its hits up to the limit. `base` contains the filters. */
export async function resolveHits<T extends TableName, O>(
  db: Banco,
  base: TableQuery<T, O>,
  pedido: SearchRequest<T, O>,
): Promise<SearchHits<T, O>> {
  const { tabela, ordem, exatos, achada = base } = pedido;
  const termos = parseTerms(pedido.q);
  const { total, ordenada, condicao } = await findHits(db, base, pedido, termos);
  const nomeados = exatos.length > 0 ? amongIds(tabela, exatos) : undefined;
  const others = (linhas: TableQuery<T, O>) =>
    nomeados ? linhas.where(sql<boolean>`not ${nomeados}`) : linhas;
  const acertos = others(achada.where(condicao));
  const peloIndice = others(achada.where(indexCondition(tabela, termos)));
  // Above the limit of the count there may be any number.
  const quantos = total > TETO_CONTAGEM ? Number.POSITIVE_INFINITY : total;
  const noFim = isIndexed(termos)
    ? { total: quantos, passos: PASSOS, consulta: peloIndice }
    : undefined;
  const contados = nomeados
    ? await countUpTo(db, achada.where(nomeados).where(rowCondition(tabela, termos)))
    : 0;
  return {
    total: total + exatos.length - contados,
    primeiras: exatos,
    fonte: ordenada ? walkedSource(db, acertos, tabela, noFim) : sourceOf(db, acertos),
    todas: ordenada ? walkedSource(db, acertos, tabela) : sourceOf(db, acertos),
    ordem,
    ordenada,
  };
}

/** One page of the hits, with their number. */
export async function pageOfHits<T extends TableName, O>(
  { total, fonte, ordem, ordenada, primeiras }: SearchHits<T, O>,
  pagina: PageRequest,
): Promise<RowPage<O> & { total: number }> {
  return { ...(await paginate(fonte, ordem, pagina, { ordenada, primeiras })), total };
}

/** All hits in slices, those named exactly first. */
export async function* everyHit<T extends TableName, O>({
  todas,
  ordem,
  ordenada,
  primeiras,
}: SearchHits<T, O>): AsyncGenerator<O[]> {
  if (primeiras.length > 0) yield primeiras;
  yield* everyRow(todas, ordem, { ordenada });
}
