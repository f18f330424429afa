/** A page of a search, with the number of hits. */
import { TETO_CONTAGEM } from '@unipark/contract/lista';
import { sql } from 'kysely';
import type { Banco } from './banco.ts';
import {
  countUpTo,
  type PageRequest,
  paginate,
  type RowPage,
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

/** Hits that are fetched and sorted; above it the order's index is walked. */
const TETO_ORDENACAO = 1_000;

interface SearchRequest<T extends TableName, O> {
  tabela: SearchableTable;
  q: string;
  ordem: SortOrder;
  pagina: PageRequest;
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
  const contados =
    peloIndice && isIndexed(termos)
      ? await countHits(db, tabela, termos, (filtrada ? TETO_ORDENACAO : TETO_CONTAGEM) + 1)
      : undefined;
  if (peloIndice && contados !== undefined && !filtrada) {
    return contados <= TETO_ORDENACAO
      ? { total: contados, ordenada: false, condicao: peloIndice }
      : { total: contados, ordenada: true, condicao: pelaLinha };
  }
  const ids = await (contados !== undefined && contados <= TETO_ORDENACAO ? achada : base)
    .clearSelect()
    .where(peloIndice ?? pelaLinha)
    .select(sql<number>`${sql.ref(`${tabela}.id`)}`.as('id'))
    .limit(TETO_CONTAGEM + 1)
    .execute();
  const total = ids.length;
  return total <= TETO_ORDENACAO
    ? { total, ordenada: false, condicao: amongIds(tabela, ids) }
    : { total, ordenada: true, condicao: pelaLinha };
}

/** A page of hits with their number, up to the limit. `base` contains the filters. */
export async function searchPage<T extends TableName, O>(
  db: Banco,
  base: TableQuery<T, O>,
  pedido: SearchRequest<T, O>,
): Promise<RowPage<O> & { total: number }> {
  const { tabela, ordem, pagina, exatos, achada = base } = pedido;
  const termos = parseTerms(pedido.q);
  const { total, ordenada, condicao } = await findHits(db, base, pedido, termos);
  const acertos = (ordenada ? base : achada).where(condicao);
  if (exatos.length === 0) {
    return { ...(await paginate(sourceOf(db, acertos), ordem, pagina, { ordenada })), total };
  }
  const nomeados = amongIds(tabela, exatos);
  const contados = await countUpTo(db, achada.where(nomeados).where(rowCondition(tabela, termos)));
  const outras = acertos.where(sql<boolean>`not ${nomeados}`);
  return {
    ...(await paginate(sourceOf(db, outras), ordem, pagina, { ordenada, primeiras: exatos })),
    total: total + exatos.length - contados,
  };
}
