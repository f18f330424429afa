/** Pages by keyset: the place in an order, never an offset. */
import { LIMITE_PADRAO, TETO_CONTAGEM } from '@unipark/contract/lista';
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { invalid } from '../errors.ts';
import type { Banco } from './banco.ts';
import { unindexed } from './search.ts';
import type { Tabelas } from './tabelas.ts';

/** Rows of one slice when a whole list is streamed: a few milliseconds each. */
const FATIA = 500;

export interface Ordem {
  /** Folded column the rows are sorted by. */
  coluna: string;
  /** Unique column that settles ties. */
  chave: string;
  desc: boolean;
}

export interface PedidoPagina {
  limite?: number;
  apos?: string;
  antes?: string;
}

export interface Pagina<T> {
  linhas: T[];
  anterior?: string;
  proximo?: string;
}

export type Tabela = keyof Tabelas;
export type Consulta<T extends Tabela, O> = SelectQueryBuilder<Tabelas, T, O>;
/** A key that counts is a number here, and travels as text. */
type Linha<O> = O & { cursor_valor: string | number; cursor_chave: string | number };

/** A place in an order: behind this row, or before the first. */
type Ponto = [valor: string | number, chave: string | number] | 'inicio';

/** '-nome_ordem': short, for it travels in every cursor. */
const nomeOrdem = ({ coluna, desc }: Ordem): string =>
  `${desc ? '-' : ''}${coluna.slice(coluna.indexOf('.') + 1)}`;

const encode = (ordem: Ordem, ...ponto: string[]): string =>
  Buffer.from(JSON.stringify([nomeOrdem(ordem), ...ponto])).toString('base64url');

const cursorOf = <O>(ordem: Ordem, { cursor_valor, cursor_chave }: Linha<O>): string =>
  encode(ordem, String(cursor_valor), String(cursor_chave));

function decode(ordem: Ordem, campo: 'apos' | 'antes', cursor: string): Ponto {
  if (cursor === encode(ordem)) return 'inicio';
  try {
    const [nome, valor, chave] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (nome === nomeOrdem(ordem) && typeof valor === 'string' && typeof chave === 'string') {
      return [valor, chave];
    }
  } catch {
    // not ours: the sentence below says so
  }
  throw invalid({ [campo]: 'Cursor inválido. Recarregue a lista.' });
}

/** `ordenada: false` keeps the database from walking the order's index: few rows, sort them. */
function fetchRows<T extends Tabela, O>(
  base: Consulta<T, O>,
  ordem: Ordem,
  opcoes: { ponto?: Ponto | undefined; invertida: boolean; limite: number; ordenada: boolean },
): Promise<Linha<O>[]> {
  const referencia = (nome: string) =>
    opcoes.ordenada ? sql<string>`${sql.ref(nome)}` : unindexed(nome);
  const coluna = referencia(ordem.coluna);
  const chave = referencia(ordem.chave);
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
  return consulta.orderBy(chave, direcao).limit(opcoes.limite).execute() as Promise<Linha<O>[]>;
}

/**
 * One page of `base` in `ordem`. `primeiras` stand before everything else, on the first page; they
 * are never cut, so that page may be longer than asked, and the next begins with what is left.
 */
export async function paginate<T extends Tabela, O>(
  base: Consulta<T, O>,
  ordem: Ordem,
  pedido: PedidoPagina,
  { ordenada = true, primeiras = [] as O[] } = {},
): Promise<Pagina<O>> {
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
    // What stands before the cursor fits on the first page: that is the answer, whole.
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

/** Rows of `base` counted up to the ceiling. */
export async function countUpTo<T extends Tabela, O>(
  db: Banco,
  base: Consulta<T, O>,
  teto = TETO_CONTAGEM,
): Promise<number> {
  const limitada = base.select(sql<number>`1`.as('um')).limit(teto + 1);
  const { total } = await db
    .selectFrom(limitada.as('contadas'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Every row in order, slice by slice, each its own short statement. */
export async function* everyRow<T extends Tabela, O>(
  base: Consulta<T, O>,
  ordem: Ordem,
): AsyncGenerator<O[]> {
  let ponto: Ponto | undefined;
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
