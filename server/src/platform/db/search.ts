/**
 * Search without accents in either database. Here: FTS5 with trigrams over a folded column.
 * A folded text carries a space before each word, so two characters ask for the trigram ' ab':
 * the beginning of a word, from the same index.
 */
import { palavrasDaBusca } from '@unipark/contract/lista';
import { dobrar } from '@unipark/contract/texto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Banco } from './banco.ts';

/** Tables that have a search index beside them, named `<tabela>_fts`. */
export type Pesquisavel = 'proprietarios' | 'veiculos' | 'passagens';

/** One word of a query: each alternative is a list of pieces that must all occur. */
type Palavra = string[][];
export type Termos = Palavra[];

const separar = (texto: string): string[] => texto.split(/[\s-]+/).filter(Boolean);

/** The folded text of a record: `textos` word by word, `codigos` (plate, matrícula) as one. */
export function searchText(textos: (string | null)[], codigos: (string | null)[]): string {
  const palavras = textos.flatMap((texto) => separar(dobrar(texto ?? '')));
  const inteiros = codigos.map((codigo) => dobrar(codigo ?? '').replace(/[\s-]/g, ''));
  return [...inteiros, ...palavras]
    .filter(Boolean)
    .map((palavra) => ` ${palavra}`)
    .join('');
}

/** The words of a query. 'abc-1234' asks for 'abc' and '1234', or for 'abc1234' as a code. */
export function parseTerms(q: string): Termos {
  return palavrasDaBusca(q)
    .filter((palavra) => /[^-]/.test(palavra))
    .map((palavra) => {
      const partes = [...new Set(separar(palavra))];
      return partes.length > 1 ? [partes, [separar(palavra).join('')]] : [partes];
    });
}

/** Fewer than three characters ask for the beginning of a word. */
const agulha = (parte: string): string => ([...parte].length < 3 ? ` ${parte}` : parte);

const frase = (parte: string): string => `"${agulha(parte).replaceAll('"', '""')}"`;

/** One character alone has no trigram, so it cannot be asked of the index. */
const indexavel = (parte: string): boolean => [...parte].length >= 2;

/** The MATCH text, or undefined when the index cannot help at all. */
function matchText(termos: Termos): string | undefined {
  const palavras = termos.flatMap((alternativas) => {
    const opcoes = alternativas.map((partes) => partes.filter(indexavel));
    if (opcoes.some((partes) => partes.length === 0)) return [];
    return [`(${opcoes.map((partes) => `(${partes.map(frase).join(' AND ')})`).join(' OR ')})`];
  });
  return palavras.length > 0 ? palavras.join(' AND ') : undefined;
}

/** The search as a condition on each row: for walking an order's index, row by row. */
export function rowCondition(tabela: Pesquisavel, termos: Termos): RawBuilder<SqlBool> {
  const coluna = sql.ref(`${tabela}.busca`);
  const contem = (parte: string) => sql<SqlBool>`instr(${coluna}, ${agulha(parte)}) > 0`;
  const palavras = termos.map((alternativas) => {
    const opcoes = alternativas.map((partes) => sql`(${sql.join(partes.map(contem), sql` and `)})`);
    return sql`(${sql.join(opcoes, sql` or `)})`;
  });
  return sql<SqlBool>`(${palavras.length > 0 ? sql.join(palavras, sql` and `) : sql`1 = 0`})`;
}

/**
 * The search as a condition answered by the index, and by the rows for single characters.
 * Undefined when every word is one character long.
 */
export function indexCondition(
  tabela: Pesquisavel,
  termos: Termos,
): RawBuilder<SqlBool> | undefined {
  const texto = matchText(termos);
  if (texto === undefined) return undefined;
  const fts = sql.table(`${tabela}_fts`);
  const pelaBusca = sql<SqlBool>`${sql.ref(`${tabela}.id`)} in (select rowid from ${fts} where ${fts} match ${texto})`;
  return isIndexed(termos)
    ? pelaBusca
    : sql<SqlBool>`(${pelaBusca} and ${rowCondition(tabela, termos)})`;
}

/** True when the index alone tells the hits: no word, and no piece of one, is a single character. */
export const isIndexed = (termos: Termos): boolean =>
  termos.length > 0 && termos.flat(2).every(indexavel);

/** The index's hits counted up to `teto`, for words that `isIndexed`. */
export async function countHits(
  db: Banco,
  tabela: Pesquisavel,
  termos: Termos,
  teto: number,
): Promise<number> {
  const fts = sql.table(`${tabela}_fts`);
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from (select 1 from ${fts} where ${fts} match ${matchText(termos)} limit ${teto})`.execute(
    db,
  );
  return Number(rows[0]?.total ?? 0);
}

/**
 * The ids of the index's hits above `apos`, in their order, at most `teto`. Single characters are
 * not told apart by it.
 */
export async function hitIds(
  db: Banco,
  tabela: Pesquisavel,
  termos: Termos,
  teto: number,
  apos = 0,
): Promise<number[]> {
  const texto = matchText(termos);
  if (texto === undefined) return [];
  const fts = sql.table(`${tabela}_fts`);
  const { rows } = await sql<{
    id: number;
  }>`select rowid as id from ${fts} where ${fts} match ${texto} and rowid > ${apos} order by rowid limit ${teto}`.execute(
    db,
  );
  return rows.map(({ id }) => Number(id));
}

/** The rows of these ids, however many: one parameter, so that one prepared statement serves. */
export const amongIds = (tabela: Pesquisavel, linhas: { id: number }[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${tabela}.id`)} in (select value from json_each(${JSON.stringify(linhas.map(({ id }) => id))}))`;

/** The rows whose column holds one of these values, however many: one statement, as `amongIds`. */
export const amongValues = (coluna: string, valores: string[] | number[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(coluna)} in (select value from json_each(${JSON.stringify(valores)}))`;

/** SQL that creates the index of a table and keeps it in step. For migrations. */
export function searchIndexSql(tabela: Pesquisavel): string[] {
  const apagar = `insert into ${tabela}_fts(${tabela}_fts, rowid, busca) values ('delete', old.id, old.busca);`;
  const incluir = `insert into ${tabela}_fts(rowid, busca) values (new.id, new.busca);`;
  return [
    `create virtual table ${tabela}_fts using fts5(busca, content='${tabela}', content_rowid='id', tokenize='trigram remove_diacritics 1')`,
    `create trigger ${tabela}_fts_ai after insert on ${tabela} begin ${incluir} end`,
    `create trigger ${tabela}_fts_ad after delete on ${tabela} begin ${apagar} end`,
    `create trigger ${tabela}_fts_au after update of busca on ${tabela} when old.busca <> new.busca begin ${apagar} ${incluir} end`,
  ];
}

/** A column that the planner may not use an index of: for sorting a handful of hits. */
export const unindexed = <T = string>(coluna: string): RawBuilder<T> => sql<T>`+${sql.ref(coluna)}`;
