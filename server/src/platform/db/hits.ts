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

interface PedidoBusca<T extends Tabela, O> {
  tabela: Pesquisavel;
  q: string;
  ordem: Ordem;
  pagina: PedidoPagina;
  /** Records that the term names exactly: first, and not again below. */
  exatos: (O & { id: number })[];
  filtrada: boolean;
  /** `base`, its filters using no index of their own: for hits that the words' index has found. */
  achada?: Consulta<T, O>;
}

/**
 * How many hits, up to the ceiling, and the condition that fetches them. The index counts by
 * itself what it alone can tell; otherwise one look at the rows also remembers which they were:
 * at the few that the index names, or else at those that a filter's own index does.
 */
async function findHits<T extends Tabela, O>(
  db: Banco,
  base: Consulta<T, O>,
  { tabela, filtrada, achada = base }: PedidoBusca<T, O>,
  termos: Termos,
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

/** A page of hits with their number, up to the ceiling. `base` carries the filters. */
export async function searchPage<T extends Tabela, O>(
  db: Banco,
  base: Consulta<T, O>,
  pedido: PedidoBusca<T, O>,
): Promise<Pagina<O> & { total: number }> {
  const { tabela, ordem, pagina, exatos, achada = base } = pedido;
  const termos = parseTerms(pedido.q);
  const { total, ordenada, condicao } = await findHits(db, base, pedido, termos);
  const acertos = (ordenada ? base : achada).where(condicao);
  if (exatos.length === 0) {
    return { ...(await paginate(acertos, ordem, pagina, { ordenada })), total };
  }
  const nomeados = amongIds(tabela, exatos);
  const contados = await countUpTo(db, achada.where(nomeados).where(rowCondition(tabela, termos)));
  const outras = acertos.where(sql<boolean>`not ${nomeados}`);
  return {
    ...(await paginate(outras, ordem, pagina, { ordenada, primeiras: exatos })),
    total: total + exatos.length - contados,
  };
}
