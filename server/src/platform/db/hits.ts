/** The hits of a search, with their number: one page, or all of them. */
import { TETO_CONTAGEM } from '@unipark/contract/lista';
import { sql } from 'kysely';
import type { Banco } from './banco.ts';
import { isPostgres } from './dialect.ts';
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
  indexCondition,
  isIndexed,
  parseTerms,
  rowCondition,
  type SearchableTable,
  type SearchTerms,
} from './search.ts';

/**
 * Hits that are fetched and sorted; above it the order's index is walked. In the time of one walk
 * PostgreSQL sorts five times as many hits as SQLite.
 */
const TETO_ORDENACAO = 1_000;
const TETO_NO_POSTGRES = 5_000;

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
  const ids = await (contados !== undefined && contados <= teto ? achada : base)
    .clearSelect()
    .where(peloIndice)
    .select(sql<number>`${sql.ref(`${tabela}.id`)}`.as('id'))
    .limit(TETO_CONTAGEM + 1)
    .execute();
  const total = ids.length;
  return total <= teto
    ? { total, ordenada: false, condicao: amongIds(tabela, ids) }
    : { total, ordenada: true, condicao: pelaLinha };
}

/** The records that a search found: those named exactly, and the source of the others. */
export interface SearchHits<T extends TableName, O> {
  total: number;
  primeiras: O[];
  fonte: RowSource<T, O>;
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
  const acertos = (ordenada ? base : achada).where(condicao);
  if (exatos.length === 0) {
    return { total, primeiras: [], fonte: sourceOf(db, acertos), ordem, ordenada };
  }
  const nomeados = amongIds(tabela, exatos);
  const contados = await countUpTo(db, achada.where(nomeados).where(rowCondition(tabela, termos)));
  const outras = acertos.where(sql<boolean>`not ${nomeados}`);
  return {
    total: total + exatos.length - contados,
    primeiras: exatos,
    fonte: sourceOf(db, outras),
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
  fonte,
  ordem,
  ordenada,
  primeiras,
}: SearchHits<T, O>): AsyncGenerator<O[]> {
  if (primeiras.length > 0) yield primeiras;
  yield* everyRow(fonte, ordem, { ordenada });
}
