/** A page of what a search finds, with the number of hits. */
import { TETO_CONTAGEM } from '@unipark/contract/lista';
import { sql } from 'kysely';
import type { Banco } from './banco.ts';
import {
  type Consulta,
  countUpTo,
  type Ordem,
  type Pagina,
  type PedidoPagina,
  paginate,
  type Tabela,
} from './page.ts';
import {
  amongIds,
  countHits,
  indexCondition,
  isIndexed,
  type Pesquisavel,
  parseTerms,
  rowCondition,
  type Termos,
} from './search.ts';

/** Hits that are fetched and sorted; beyond, the order's index is walked. */
const TETO_ORDENACAO = 1_000;

interface PedidoBusca<O> {
  tabela: Pesquisavel;
  q: string;
  ordem: Ordem;
  pagina: PedidoPagina;
  /** Records that the term names exactly: first, and not again below. */
  exatos: (O & { id: number })[];
  filtrada: boolean;
}

/**
 * How many hits, up to the ceiling, and the condition that fetches them. The index counts by
 * itself what it alone can tell; otherwise one look at the rows also remembers which they were.
 */
async function findHits<T extends Tabela, O>(
  db: Banco,
  base: Consulta<T, O>,
  { tabela, filtrada }: Pick<PedidoBusca<O>, 'tabela' | 'filtrada'>,
  termos: Termos,
) {
  const peloIndice = indexCondition(tabela, termos);
  const pelaLinha = rowCondition(tabela, termos);
  if (peloIndice && isIndexed(termos) && !filtrada) {
    const total = await countHits(db, tabela, termos, TETO_CONTAGEM + 1);
    return total <= TETO_ORDENACAO
      ? { total, ordenada: false, condicao: peloIndice }
      : { total, ordenada: true, condicao: pelaLinha };
  }
  const ids = await base
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

/** A page of hits with their number, up to the ceiling. `base` carries the filters. */
export async function searchPage<T extends Tabela, O>(
  db: Banco,
  base: Consulta<T, O>,
  pedido: PedidoBusca<O>,
): Promise<Pagina<O> & { total: number }> {
  const { tabela, ordem, pagina, exatos } = pedido;
  const termos = parseTerms(pedido.q);
  const { total, ordenada, condicao } = await findHits(db, base, pedido, termos);
  if (exatos.length === 0) {
    return { ...(await paginate(base.where(condicao), ordem, pagina, { ordenada })), total };
  }
  const nomeados = amongIds(tabela, exatos);
  const contados = await countUpTo(db, base.where(nomeados).where(rowCondition(tabela, termos)));
  const outras = base.where(condicao).where(sql<boolean>`not ${nomeados}`);
  return {
    ...(await paginate(outras, ordem, pagina, { ordenada, primeiras: exatos })),
    total: total + exatos.length - contados,
  };
}
