/** Pages by keyset: a position in an order, never an offset. */
import { LIMITE_PADRAO, TETO_CONTAGEM } from '@unipark/contract/lista';
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { invalid } from '../errors.ts';
import type { Banco } from './banco.ts';
import { unindexed } from './search.ts';
import type { Tabelas } from './tabelas.ts';

/** Rows in one slice of a streamed list: a few milliseconds each. */
const FATIA = 500;

export interface SortOrder {
  /** Folded column by which the rows are sorted. */
  coluna: string;
  /** Unique column that orders equal rows. */
  chave: string;
  desc: boolean;
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
/** A numeric key is a number here, and text in the cursor. */
type CursorRow<O> = O & { cursor_valor: string | number; cursor_chave: string | number };

/** A position in an order: after this row, or before the first one. */
type CursorPoint = [valor: string | number, chave: string | number] | 'inicio';

/** '-nome_ordem': short, because every cursor contains it. */
const nameOrdem = ({ coluna, desc }: SortOrder): string =>
  `${desc ? '-' : ''}${coluna.slice(coluna.indexOf('.') + 1)}`;

const encode = (ordem: SortOrder, ...ponto: string[]): string =>
  Buffer.from(JSON.stringify([nameOrdem(ordem), ...ponto])).toString('base64url');

const cursorOf = <O>(ordem: SortOrder, { cursor_valor, cursor_chave }: CursorRow<O>): string =>
  encode(ordem, String(cursor_valor), String(cursor_chave));

function decode(ordem: SortOrder, campo: 'apos' | 'antes', cursor: string): CursorPoint {
  if (cursor === encode(ordem)) return 'inicio';
  try {
    const [nome, valor, chave] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (nome === nameOrdem(ordem) && typeof valor === 'string' && typeof chave === 'string') {
      return [valor, chave];
    }
  } catch {
    // an invalid cursor: the error below says so
  }
  throw invalid({ [campo]: 'Cursor inválido. Recarregue a lista.' });
}

/**
 * `ordenada: false` makes the database sort the rows instead of walking the order's index, because
 * they are few.
 */
function fetchRows<T extends TableName, O>(
  base: TableQuery<T, O>,
  ordem: SortOrder,
  opcoes: {
    ponto?: CursorPoint | undefined;
    invertida: boolean;
    limite: number;
    ordenada: boolean;
  },
): Promise<CursorRow<O>[]> {
  const columnRef = (nome: string) =>
    opcoes.ordenada ? sql<string>`${sql.ref(nome)}` : unindexed(nome);
  const coluna = columnRef(ordem.coluna);
  const chave = columnRef(ordem.chave);
  const desc = ordem.desc !== opcoes.invertida;
  const direcao = desc ? 'desc' : 'asc';
  const sinal = desc ? sql`<` : sql`>`;
  let consulta = base.select([
    sql<string>`${sql.ref(ordem.coluna)}`.as('cursor_valor'),
    sql<string>`${sql.ref(ordem.chave)}`.as('cursor_chave'),
  ]);
  if (opcoes.ponto && opcoes.ponto !== 'inicio') {
    const [valor, valorChave] = opcoes.ponto;
    consulta =
      ordem.coluna === ordem.chave
        ? consulta.where(sql<SqlBool>`${chave} ${sinal} ${valorChave}`)
        : consulta.where(sql<SqlBool>`(${coluna}, ${chave}) ${sinal} (${valor}, ${valorChave})`);
  }
  if (ordem.coluna !== ordem.chave) consulta = consulta.orderBy(coluna, direcao);
  return consulta.orderBy(chave, direcao).limit(opcoes.limite).execute() as Promise<CursorRow<O>[]>;
}

/**
 * One page of `base` in `ordem`. `primeiras` come first, on the first page; they are never cut, so
 * that page may be longer than requested.
 */
export async function paginate<T extends TableName, O>(
  base: TableQuery<T, O>,
  ordem: SortOrder,
  pedido: PageRequest,
  { ordenada = true, primeiras = [] as O[] } = {},
): Promise<RowPage<O>> {
  const limite = pedido.limite ?? LIMITE_PADRAO;
  const vagasNaPrimeira = Math.max(limite - primeiras.length, 0);
  if (pedido.antes) {
    const linhas = await fetchRows(base, ordem, {
      ponto: decode(ordem, 'antes', pedido.antes),
      invertida: true,
      limite: limite + 1,
      ordenada,
    });
    const pagina = linhas.slice(0, limite).reverse();
    const [inicio] = pagina;
    const fim = pagina.at(-1);
    if (linhas.length > vagasNaPrimeira && inicio && fim) {
      return { linhas: pagina, anterior: cursorOf(ordem, inicio), proximo: cursorOf(ordem, fim) };
    }
    // Everything before the cursor fits on the first page, which is the answer.
  }
  const ponto = pedido.apos && !pedido.antes ? decode(ordem, 'apos', pedido.apos) : undefined;
  const vagas = ponto ? limite : vagasNaPrimeira;
  const linhas = await fetchRows(base, ordem, {
    ponto,
    invertida: false,
    limite: vagas + 1,
    ordenada,
  });
  const pagina = linhas.slice(0, vagas);
  const [inicio] = pagina;
  const fim = pagina.at(-1);
  return {
    linhas: ponto ? pagina : [...primeiras, ...pagina],
    anterior: ponto && inicio ? cursorOf(ordem, inicio) : undefined,
    proximo: linhas.length > vagas ? (fim ? cursorOf(ordem, fim) : encode(ordem)) : undefined,
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

/** Every row in order, in slices, each its own short statement. */
export async function* everyRow<T extends TableName, O>(
  base: TableQuery<T, O>,
  ordem: SortOrder,
): AsyncGenerator<O[]> {
  let ponto: CursorPoint | undefined;
  for (;;) {
    const linhas = await fetchRows(base, ordem, {
      ponto,
      invertida: false,
      limite: FATIA,
      ordenada: true,
    });
    if (linhas.length > 0) yield linhas;
    const ultima = linhas.at(-1);
    if (linhas.length < FATIA || !ultima) return;
    ponto = [ultima.cursor_valor, ultima.cursor_chave];
  }
}
