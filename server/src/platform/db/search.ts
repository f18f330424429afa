/**
 * Search without accents in either database: trigrams over a folded column, by FTS5 and by pg_trgm.
 * A folded text has a space before each word, so two characters search the trigram ' ab': the
 * beginning of a word, in the same index.
 */
import { splitPalavras } from '@unipark/contract/lista';
import { foldText } from '@unipark/contract/texto';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Banco } from './banco.ts';
import { type DualExpression, isPostgres, plannedEachTime, spellBoth } from './dialect.ts';

/** Tables with a search index, named `<tabela>_fts`. */
export type SearchableTable = 'proprietarios' | 'veiculos' | 'passagens';

/** One word of a query: each alternative is a list of pieces that must all occur. */
type WordTerms = string[][];
export type SearchTerms = WordTerms[];

const splitWords = (texto: string): string[] => texto.split(/[\s-]+/).filter(Boolean);

/** Folded: `textos` word by word, `codigos` (plate, matrícula) as one word each. */
export function searchText(textos: (string | null)[], codigos: (string | null)[]): string {
  const palavras = textos.flatMap((texto) => splitWords(foldText(texto ?? '')));
  const inteiros = codigos.map((codigo) => foldText(codigo ?? '').replace(/[\s-]/g, ''));
  return [...inteiros, ...palavras]
    .filter(Boolean)
    .map((palavra) => ` ${palavra}`)
    .join('');
}

/** D'Ávila and D’Ávila: a phone and a spreadsheet write the second. */
const APOSTROFO = /['’‘´`]/g;
const spellApostrophes = (palavra: string): string[] => [
  ...new Set(["'", '’'].map((sinal) => palavra.replace(APOSTROFO, sinal))),
];

/**
 * The words of a query. 'abc-1234' means 'abc' and '1234', or 'abc1234' as a code; an apostrophe means
 * either of its signs.
 */
export function parseTerms(q: string): SearchTerms {
  return splitPalavras(q)
    .filter((palavra) => /[^-]/.test(palavra))
    .map((palavra) =>
      spellApostrophes(palavra).flatMap((grafia) => {
        const partes = [...new Set(splitWords(grafia))];
        return partes.length > 1 ? [partes, [splitWords(grafia).join('')]] : [partes];
      }),
    );
}

/** Fewer than three characters search the beginning of a word. */
const toAgulha = (parte: string): string => ([...parte].length < 3 ? ` ${parte}` : parte);

const quoteFrase = (parte: string): string => `"${toAgulha(parte).replaceAll('"', '""')}"`;

/** A single character has no trigram, so the index cannot find it. */
const isIndexable = (parte: string): boolean => [...parte].length >= 2;

/** The MATCH text, or undefined when the index cannot be used. */
function matchText(termos: SearchTerms): string | undefined {
  const palavras = termos.flatMap((alternativas) => {
    const opcoes = alternativas.map((partes) => partes.filter(isIndexable));
    if (opcoes.some((partes) => partes.length === 0)) return [];
    return [
      `(${opcoes.map((partes) => `(${partes.map(quoteFrase).join(' AND ')})`).join(' OR ')})`,
    ];
  });
  return palavras.length > 0 ? palavras.join(' AND ') : undefined;
}

/** `%`, `_` and `\` are plain characters. */
const toPattern = (parte: string): string =>
  `%${toAgulha(parte).replace(/[\\%_]/g, (sinal) => `\\${sinal}`)}%`;

/** Whether a column contains this text, letter by letter. */
export const containsText = (coluna: string, texto: string): DualExpression<SqlBool> =>
  spellBoth(
    sql<SqlBool>`instr(${sql.ref(coluna)}, ${texto}) > 0`,
    () => sql<SqlBool>`strpos(${sql.ref(coluna)}, ${texto}) > 0`,
  );

/** Whether a text contains a piece. */
type PieceCondition = (coluna: RawBuilder<unknown>, parte: string) => RawBuilder<SqlBool>;

/** A condition that no index answers. */
const byRow: PieceCondition = (coluna, parte) =>
  sql<SqlBool>`${spellBoth(
    sql<SqlBool>`instr(${coluna}, ${toAgulha(parte)}) > 0`,
    () => sql<SqlBool>`strpos(${coluna}, ${toAgulha(parte)}) > 0`,
  )}`;

/** A condition that PostgreSQL's index answers, or a read of the rows: its planner chooses. */
const byTrigrams: PieceCondition = (coluna, parte) =>
  sql<SqlBool>`${coluna} like ${toPattern(parte)}`;

function containsTerms(
  tabela: string,
  termos: SearchTerms,
  contains: PieceCondition,
): RawBuilder<SqlBool> {
  const coluna = sql`${sql.ref(`${tabela}.busca`)}`;
  const palavras = termos.map((alternativas) => {
    const opcoes = alternativas.map(
      (partes) =>
        sql`(${sql.join(
          partes.map((parte) => contains(coluna, parte)),
          sql` and `,
        )})`,
    );
    return sql`(${sql.join(opcoes, sql` or `)})`;
  });
  const todas = palavras.length > 0 ? sql.join(palavras, sql` and `) : sql`1 = 0`;
  return sql<SqlBool>`${plannedEachTime} (${todas})`;
}

/**
 * The search as a condition on each row, for walking an order's index. PostgreSQL takes any such
 * comparison for true in a third of the rows: with one for each word it would expect few hits, and
 * read and sort the whole table.
 */
export function rowCondition(
  tabela: SearchableTable | 'contas' | 'visitantes',
  termos: SearchTerms,
): RawBuilder<SqlBool> {
  const todas = containsTerms(tabela, termos, byRow);
  const noPostgres = () => sql<SqlBool>`(case when ${todas} then 1 else 0 end) > 0`;
  return sql<SqlBool>`${spellBoth(todas, noPostgres)}`;
}

const trigramCondition = (tabela: SearchableTable, termos: SearchTerms): RawBuilder<SqlBool> =>
  containsTerms(tabela, termos, byTrigrams);

/**
 * The search as a condition on the index, and on the rows for single characters, which SQLite's
 * index cannot find.
 */
export function indexCondition(
  tabela: SearchableTable,
  termos: SearchTerms,
): DualExpression<SqlBool> {
  const texto = matchText(termos);
  const fts = sql.table(`${tabela}_fts`);
  const pelaBusca = sql<SqlBool>`${sql.ref(`${tabela}.id`)} in (select rowid from ${fts} where ${fts} match ${texto})`;
  const pelaLinha = rowCondition(tabela, termos);
  const noSqlite = isIndexed(termos) ? pelaBusca : sql<SqlBool>`(${pelaBusca} and ${pelaLinha})`;
  return spellBoth(texto === undefined ? pelaLinha : noSqlite, () =>
    trigramCondition(tabela, termos),
  );
}

/** True when the index alone finds the hits: no word or part of one is a single character. */
export const isIndexed = (termos: SearchTerms): boolean =>
  termos.length > 0 && termos.flat(2).every(isIndexable);

/** False when no word has two characters, so that every row must be read. */
export const hasIndexable = (termos: SearchTerms): boolean => matchText(termos) !== undefined;

/** The index's hits counted up to `teto`, for words that `isIndexed`. */
export async function countHits(
  db: Banco,
  tabela: SearchableTable,
  termos: SearchTerms,
  teto: number,
): Promise<number> {
  const fts = sql.table(`${tabela}_fts`);
  const achados = spellBoth(
    sql`select 1 from ${fts} where ${fts} match ${matchText(termos)} limit ${teto}`,
    () =>
      sql`select 1 from ${sql.table(tabela)} where ${trigramCondition(tabela, termos)} limit ${teto}`,
  );
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from (${achados}) as achados`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** The index's hits above `apos`, in order, at most `teto`; single characters unchecked. */
export async function hitIds(
  db: Banco,
  tabela: SearchableTable,
  termos: SearchTerms,
  teto: number,
  apos = 0,
): Promise<number[]> {
  const texto = matchText(termos);
  if (texto === undefined) return [];
  const fts = sql.table(`${tabela}_fts`);
  const { rows } = await sql<{ id: number }>`${spellBoth(
    sql`select rowid as id from ${fts} where ${fts} match ${texto} and rowid > ${apos} order by rowid limit ${teto}`,
    () =>
      sql`select id from ${sql.table(tabela)} where ${trigramCondition(tabela, termos)} and id > ${apos} order by id limit ${teto}`,
  )}`.execute(db);
  return rows.map(({ id }) => Number(id));
}

/** The rows whose column has one of any number of values: one parameter, so one statement. */
export function amongValues(
  coluna: string | DualExpression<unknown>,
  valores: string[] | number[],
): DualExpression<SqlBool> {
  const dela = typeof coluna === 'string' ? sql.ref(coluna) : coluna;
  const tipo = typeof valores[0] === 'number' ? 'bigint[]' : 'text[]';
  return spellBoth(
    sql<SqlBool>`${dela} in (select value from json_each(${JSON.stringify(valores)}))`,
    () =>
      valores.length === 0
        ? sql<SqlBool>`false`
        : sql<SqlBool>`${dela} = any(${valores}::${sql.raw(tipo)})`,
  );
}

/** The rows of any number of ids. */
export const amongIds = (
  tabela: SearchableTable,
  linhas: { id: number }[],
): DualExpression<SqlBool> =>
  amongValues(
    `${tabela}.id`,
    linhas.map(({ id }) => id),
  );

/** SQL that creates the index of a table and keeps it up to date. For migrations. */
export function searchIndexSql(db: Kysely<unknown>, tabela: SearchableTable): string[] {
  if (isPostgres(db)) {
    return [
      'create extension if not exists pg_trgm',
      `create index ${tabela}_busca_idx on ${tabela} using gin (busca gin_trgm_ops)`,
    ];
  }
  const apagar = `insert into ${tabela}_fts(${tabela}_fts, rowid, busca) values ('delete', old.id, old.busca);`;
  const incluir = `insert into ${tabela}_fts(rowid, busca) values (new.id, new.busca);`;
  return [
    `create virtual table ${tabela}_fts using fts5(busca, content='${tabela}', content_rowid='id', tokenize='trigram remove_diacritics 1')`,
    `create trigger ${tabela}_fts_ai after insert on ${tabela} begin ${incluir} end`,
    `create trigger ${tabela}_fts_ad after delete on ${tabela} begin ${apagar} end`,
    `create trigger ${tabela}_fts_au after update of busca on ${tabela} when old.busca <> new.busca begin ${apagar} ${incluir} end`,
  ];
}

/** A column without its index in SQLite's query plan: for sorting a few hits. */
export const unindexed = <T = string>(coluna: string): DualExpression<T> =>
  spellBoth(sql<T>`+${sql.ref(coluna)}`, () => sql<T>`${sql.ref(coluna)}`);

/**
 * A column for an order that few hits are sorted by, in either database: PostgreSQL would walk the
 * order's index when it takes the hits for many. It knows no index for a `greatest`.
 */
export const unwalked = (coluna: string): DualExpression<string> =>
  spellBoth(sql<string>`+${sql.ref(coluna)}`, () => sql<string>`greatest(${sql.ref(coluna)})`);
