/**
 * The many rows of a search or of a filter, in an order. All of them may stand at its far end, as
 * those of 'proibido' in the order of the status, so the order's index is walked in slices: other
 * requests are answered between two of them, and a long walk may end in a sort of all rows.
 */
import { sql } from 'kysely';
import type { Banco } from './banco.ts';
import { isPostgres, plannedEachTime } from './dialect.ts';
import {
  type CursorPoint,
  type CursorRow,
  type FetchOptions,
  fetchRows,
  type RowSource,
  reaches,
  type SortOrder,
  sourceOf,
  type TableName,
  type TableQuery,
} from './page.ts';
import type { SearchableTable } from './search.ts';
import { breathe, nextSize } from './slices.ts';

/** Rows of the order in the first slice; nearly always they have hits enough for a page. */
const PRIMEIRA = 4_096;
/** On PostgreSQL a slice is a way over the network: each is four times as large as the last. */
const NO_POSTGRES = { primeira: 8_192, vezes: 4, depois: 150_000 };
/** A sort holds the thread of the embedded database: at most as long as so many steps of a walk. */
const ORDENAVEIS = 30_000;

/** Where the order is `linhas` rows after a point, or undefined when it ends before. */
async function findPoint(
  db: Banco,
  tabela: SearchableTable,
  ordem: SortOrder,
  { ponto, invertida }: Pick<FetchOptions, 'ponto' | 'invertida'>,
  linhas: number,
): Promise<CursorPoint | undefined> {
  const direcao = ordem.desc !== invertida ? 'desc' : 'asc';
  let consulta = db
    .selectFrom(tabela)
    .modifyFront(plannedEachTime)
    .select([
      sql<string>`${sql.ref(ordem.coluna)}`.as('valor'),
      sql<string>`${sql.ref(ordem.chave)}`.as('chave'),
    ]);
  if (ponto) consulta = consulta.where(reaches(ordem, ponto, direcao === 'desc' ? '<' : '>'));
  if (ordem.coluna !== ordem.chave) consulta = consulta.orderBy(sql.ref(ordem.coluna), direcao);
  const linha = await consulta
    .orderBy(sql.ref(ordem.chave), direcao)
    .offset(linhas - 1)
    .limit(1)
    .executeTakeFirst();
  return linha && [linha.valor, linha.chave];
}

/** The same rows by an index of theirs. */
interface WalkEnd<T extends TableName, O> {
  consulta: TableQuery<T, O>;
  total: number;
  /** Steps of a walk in the time in which SQLite fetches and sorts one row. */
  passos: number;
}

/** Rows of the order that are walked before the others are sorted: twice the shorter way at most. */
function countSteps(db: Banco, { total, passos }: WalkEnd<TableName, unknown>): number {
  if (isPostgres(db)) return NO_POSTGRES.depois;
  return total * passos <= ORDENAVEIS ? total * passos : Number.POSITIVE_INFINITY;
}

/** The source of `consulta`, whose conditions no index of SQLite answers. */
export function walkedSource<T extends TableName, O>(
  db: Banco,
  consulta: TableQuery<T, O>,
  tabela: SearchableTable,
  noFim?: WalkEnd<T, O>,
  {
    primeira = isPostgres(db) ? NO_POSTGRES.primeira : PRIMEIRA,
    depois = noFim ? countSteps(db, noFim) : Number.POSITIVE_INFINITY,
  } = {},
): RowSource<T, O> {
  const base = consulta.modifyFront(plannedEachTime);
  const noPostgres = isPostgres(db);
  const fetch: RowSource<T, O>['fetch'] = async (ordem, { limite, ...opcoes }) => {
    // Without an end a slice only costs. Words say nothing about a place in the order of the keys.
    if (noPostgres && (!noFim || ordem.coluna === ordem.chave)) {
      return fetchRows(sourceOf(db, base), ordem, { ...opcoes, limite });
    }
    const linhas: CursorRow<O>[] = [];
    let { ponto } = opcoes;
    let tamanho = primeira;
    for (let andadas = tamanho; ; andadas += tamanho) {
      const inicio = performance.now();
      const fim = await findPoint(db, tabela, ordem, { ...opcoes, ponto }, tamanho);
      const sinal = ordem.desc !== opcoes.invertida ? '>=' : '<=';
      const fatia = fim ? base.where(reaches(ordem, fim, sinal)) : base;
      const pedido: FetchOptions = { ...opcoes, ponto, limite: limite - linhas.length };
      linhas.push(...(await fetchRows(sourceOf(db, fatia), ordem, pedido)));
      if (linhas.length === limite || !fim) return linhas;
      if (noFim && andadas >= depois) {
        const todas = { ...opcoes, limite, ordenada: false };
        return fetchRows(sourceOf(db, noFim.consulta), ordem, todas);
      }
      ponto = fim;
      tamanho = noPostgres
        ? tamanho * NO_POSTGRES.vezes
        : nextSize(tamanho, performance.now() - inicio);
      await breathe();
    }
  };
  return { ...sourceOf(db, base), fetch };
}
