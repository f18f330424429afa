/** Pages by keyset: a position in an order, never an offset. */
import { LIMITE_PADRAO, TETO_CONTAGEM } from '@unipark/contract/lista';
import {
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { invalid } from '../errors.ts';
import type { Banco, Queryable } from './banco.ts';
import { compileOnce } from './compiled.ts';
import { unwalked } from './search.ts';
import type { Tabelas } from './tabelas.ts';

/** Rows in one slice of a whole list: more would live long enough to need a full collection. */
const FATIA = 150;
const [FATIA_MENOR, FATIA_INICIAL] = [25, 100];
/** The time that a slice should take. */
const DEMORA_MS = 5;

export interface SortOrder {
  /** Folded column by which the rows are sorted. */
  coluna: string;
  /** Unique column that orders equal rows; each row of the list has it. */
  chave: string;
  desc: boolean;
  /** The rows are in the order of their numeric key. */
  numerica?: true;
}

export interface PageRequest {
  limite?: number;
  apos?: string;
  antes?: string;
}

export interface RowPage<T> {
  linhas: T[];
  anterior?: string;
  proximo?: string;
}

export type TableName = keyof Tabelas;
export type TableQuery<T extends TableName, O> = SelectQueryBuilder<Tabelas, T, O>;

/**
 * The rows of a list: a query without order and limit, and the values of its conditions. A `build`
 * that is the same function at each call is compiled once for each order.
 */
export interface RowSource<T extends TableName, O, P extends object = object> {
  db: Banco;
  build: (db: Queryable, valores: P) => TableQuery<T, O>;
  valores: P;
  /** Built anew for each request: nothing of it is kept. */
  avulsa?: true;
  /** Finds the rows in a way of its own. */
  fetch?: (ordem: SortOrder, opcoes: FetchOptions) => Promise<CursorRow<O>[]>;
}

/** The source of a query that is built anew for each request. */
export const sourceOf = <T extends TableName, O>(
  db: Banco,
  base: TableQuery<T, O>,
): RowSource<T, O> => ({ db, build: () => base, valores: {}, avulsa: true });

/** The value by which the row is sorted, unless that is its key. Absent in the page: not JSON. */
export type CursorRow<O> = O & { cursor_valor?: string | number | undefined };

/** A position in an order: that of a row. */
export type CursorPoint = [valor: string | number, chave: string | number];

/** '-nome_ordem': short, because every cursor contains it. */
const nameOrdem = ({ coluna, desc }: SortOrder): string =>
  `${desc ? '-' : ''}${coluna.slice(coluna.indexOf('.') + 1)}`;

const encode = (ordem: SortOrder, ...ponto: string[]): string =>
  Buffer.from(JSON.stringify([nameOrdem(ordem), ...ponto])).toString('base64url');

/** Where a row stands in the order. A numeric key is a number here, and text in the cursor. */
function pointOf<O>({ chave }: SortOrder, linha: CursorRow<O>): [string | number, string | number] {
  const valor = linha[chave.slice(chave.indexOf('.') + 1) as keyof O] as string | number;
  return [linha.cursor_valor ?? valor, valor];
}

const cursorOf = <O>(ordem: SortOrder, linha: CursorRow<O>): string =>
  encode(ordem, ...pointOf(ordem, linha).map(String));

/** The rows as they are answered: JSON leaves out what is undefined. */
function withoutCursor<O>(linhas: CursorRow<O>[]): O[] {
  for (const linha of linhas) linha.cursor_valor = undefined;
  return linhas;
}

/** PostgreSQL refuses NUL in a text, and a text as a number. */
const fits = ({ numerica }: SortOrder, parte: unknown): parte is string =>
  typeof parte === 'string' && (numerica ? /^\d{1,15}$/.test(parte) : !parte.includes('\0'));

/** 'inicio': before the first row. */
function decode(ordem: SortOrder, campo: 'apos' | 'antes', cursor: string): CursorPoint | 'inicio' {
  if (cursor === encode(ordem)) return 'inicio';
  try {
    const [nome, valor, chave] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (nome === nameOrdem(ordem) && fits(ordem, valor) && fits(ordem, chave)) {
      return [valor, chave];
    }
  } catch {
    // an invalid cursor: the error below says so
  }
  throw invalid({ [campo]: 'Cursor inválido. Recarregue a lista.' });
}

export interface FetchOptions {
  ponto?: CursorPoint | undefined;
  invertida: boolean;
  limite: number;
  /** false: the database sorts the rows instead of walking the order's index: they are few. */
  ordenada: boolean;
}

type FetchValues = { limite: number; valor: string | number; chave: string | number };

const plainRef = (nome: string): Expression<string> => sql<string>`${sql.ref(nome)}`;

/** The rows on one side of a position in the order. */
export function reaches(
  { coluna, chave }: SortOrder,
  ponto: CursorPoint,
  sinal: '<' | '>' | '<=' | '>=',
  columnRef = plainRef,
): RawBuilder<SqlBool> {
  const lado = sql.raw(sinal);
  return coluna === chave
    ? sql<SqlBool>`${columnRef(chave)} ${lado} ${ponto[1]}`
    : sql<SqlBool>`(${columnRef(coluna)}, ${columnRef(chave)}) ${lado} (${ponto[0]}, ${ponto[1]})`;
}

function orderRows<T extends TableName, O>(
  base: TableQuery<T, O>,
  ordem: SortOrder,
  { ponto, invertida, ordenada }: FetchOptions,
  valores: FetchValues,
) {
  const columnRef = ordenada ? plainRef : unwalked;
  const desc = ordem.desc !== invertida;
  const direcao = desc ? 'desc' : 'asc';
  const semColuna = ordem.coluna === ordem.chave;
  let consulta = semColuna
    ? base
    : base.select(sql<string>`${sql.ref(ordem.coluna)}`.as('cursor_valor'));
  if (ponto) {
    const { valor, chave } = valores;
    consulta = consulta.where(reaches(ordem, [valor, chave], desc ? '<' : '>', columnRef));
  }
  if (!semColuna) consulta = consulta.orderBy(columnRef(ordem.coluna), direcao);
  return consulta.orderBy(columnRef(ordem.chave), direcao).limit(valores.limite);
}

type Fetch = (db: Queryable, valores: object) => Promise<unknown[]>;

/** The compiled queries of each `build`, by order and direction. */
const buscas = new WeakMap<object, Map<string, Fetch>>();

/** The next rows of an order, from a position on or from its beginning. */
export function fetchRows<T extends TableName, O, P extends object>(
  { db, build, valores, avulsa, fetch: own }: RowSource<T, O, P>,
  ordem: SortOrder,
  opcoes: FetchOptions,
): Promise<CursorRow<O>[]> {
  if (own) return own(ordem, opcoes);
  const { ponto, invertida, ordenada, limite } = opcoes;
  const [valor, chave] = ponto ?? ['', ''];
  const ponteiro = { limite, valor, chave };
  if (avulsa) {
    const consulta = orderRows(build(db, valores), ordem, opcoes, ponteiro);
    return consulta.execute() as Promise<CursorRow<O>[]>;
  }
  const prontas = buscas.get(build) ?? new Map<string, Fetch>();
  buscas.set(build, prontas);
  const nome = `${nameOrdem(ordem)} ${ponto !== undefined} ${invertida} ${ordenada}`;
  let fetch = prontas.get(nome);
  if (!fetch) {
    fetch = compileOnce((banco, p: P & FetchValues) =>
      orderRows(build(banco, p), ordem, opcoes, p),
    ) as Fetch;
    prontas.set(nome, fetch);
  }
  return fetch(db, { ...valores, ...ponteiro }) as Promise<CursorRow<O>[]>;
}

const pointIn = (ponto: ReturnType<typeof decode> | undefined): CursorPoint | undefined =>
  ponto === 'inicio' ? undefined : ponto;

/**
 * One page of `fonte` in `ordem`. `primeiras` come first, on the first page; they are never cut, so
 * that page may be longer than requested.
 */
export async function paginate<T extends TableName, O, P extends object>(
  fonte: RowSource<T, O, P>,
  ordem: SortOrder,
  pedido: PageRequest,
  { ordenada = true, primeiras = [] as O[] } = {},
): Promise<RowPage<O>> {
  const limite = pedido.limite ?? LIMITE_PADRAO;
  const vagasNaPrimeira = Math.max(limite - primeiras.length, 0);
  if (pedido.antes) {
    const linhas = await fetchRows(fonte, ordem, {
      ponto: pointIn(decode(ordem, 'antes', pedido.antes)),
      invertida: true,
      limite: limite + 1,
      ordenada,
    });
    const pagina = linhas.slice(0, limite).reverse();
    const [inicio] = pagina;
    const fim = pagina.at(-1);
    if (linhas.length > vagasNaPrimeira && inicio && fim) {
      return {
        anterior: cursorOf(ordem, inicio),
        proximo: cursorOf(ordem, fim),
        linhas: withoutCursor(pagina),
      };
    }
    // Everything before the cursor fits on the first page, which is the answer.
  }
  const ponto = pedido.apos && !pedido.antes ? decode(ordem, 'apos', pedido.apos) : undefined;
  const vagas = ponto ? limite : vagasNaPrimeira;
  const linhas = await fetchRows(fonte, ordem, {
    ponto: pointIn(ponto),
    invertida: false,
    limite: vagas + 1,
    ordenada,
  });
  const pagina = linhas.slice(0, vagas);
  const [inicio] = pagina;
  const fim = pagina.at(-1);
  return {
    anterior: ponto && inicio ? cursorOf(ordem, inicio) : undefined,
    proximo: linhas.length > vagas ? (fim ? cursorOf(ordem, fim) : encode(ordem)) : undefined,
    linhas: ponto ? withoutCursor(pagina) : [...primeiras, ...withoutCursor(pagina)],
  };
}

/** Rows of `base` counted up to the limit. */
export async function countUpTo<T extends TableName, O>(
  db: Banco,
  base: TableQuery<T, O>,
  teto = TETO_CONTAGEM,
): Promise<number> {
  const limitada = base.select(sql<number>`1`.as('um')).limit(teto + 1);
  const { total } = await db
    .selectFrom(limitada.as('contadas'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * Every row in order, in slices, each its own short statement. The size of a slice follows the time
 * of the one before: a filter may match few of the rows that the order's index walks.
 */
export async function* everyRow<T extends TableName, O, P extends object>(
  fonte: RowSource<T, O, P>,
  ordem: SortOrder,
  { ordenada = true } = {},
): AsyncGenerator<O[]> {
  let ponto: CursorPoint | undefined;
  // A sort reads all rows for any slice.
  for (let limite = ordenada ? FATIA_INICIAL : FATIA; ; ) {
    const inicio = performance.now();
    const linhas = await fetchRows(fonte, ordem, { ponto, invertida: false, limite, ordenada });
    const demora = performance.now() - inicio;
    const ultima = linhas.at(-1);
    ponto = ultima && pointOf(ordem, ultima);
    if (ultima) yield withoutCursor(linhas);
    if (linhas.length < limite) return;
    const proporcional = Math.round((limite * DEMORA_MS) / demora);
    if (ordenada) limite = Math.min(Math.max(proporcional, FATIA_MENOR), FATIA);
  }
}
