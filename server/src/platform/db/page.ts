/** Pages by keyset: the place in an order, never an offset. */
import { LIMITE_PADRAO, TETO_CONTAGEM } from '@unipark/contract/lista';
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { invalid } from '../errors.ts';
import type { Banco } from './banco.ts';
import {
  countHits,
  indexCondition,
  type Pesquisavel,
  rowCondition,
  type Termos,
  unindexed,
} from './search.ts';
import type { Tabelas } from './tabelas.ts';

/** Hits that are fetched and sorted; beyond, the order's index is walked. */
const TETO_ORDENACAO = 1_000;

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

type Tabela = keyof Tabelas;
type Consulta<T extends Tabela, O> = SelectQueryBuilder<Tabelas, T, O>;
type Linha<O> = O & { cursor_valor: string; cursor_chave: string };

const nomeOrdem = ({ coluna, desc }: Ordem): string => (desc ? `-${coluna}` : coluna);

function encode(ordem: Ordem, linha: { cursor_valor: string; cursor_chave: string }): string {
  const conteudo = [nomeOrdem(ordem), linha.cursor_valor, linha.cursor_chave];
  return Buffer.from(JSON.stringify(conteudo)).toString('base64url');
}

function decode(ordem: Ordem, cursor: string): [valor: string, chave: string] {
  try {
    const [nome, valor, chave] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (nome === nomeOrdem(ordem) && typeof valor === 'string' && typeof chave === 'string') {
      return [valor, chave];
    }
  } catch {
    // not ours: the sentence below says so
  }
  throw invalid({ cursor: 'Cursor inválido. Recarregue a lista.' });
}

/** `ordenada: false` keeps the database from walking the order's index: few rows, sort them. */
function fetchRows<T extends Tabela, O>(
  base: Consulta<T, O>,
  ordem: Ordem,
  opcoes: { ponto?: [string, string]; invertida: boolean; limite: number; ordenada: boolean },
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
  if (opcoes.ponto) {
    const [valor, valorChave] = opcoes.ponto;
    consulta =
      ordem.coluna === ordem.chave
        ? consulta.where(sql<SqlBool>`${chave} ${sinal} ${valorChave}`)
        : consulta.where(sql<SqlBool>`(${coluna}, ${chave}) ${sinal} (${valor}, ${valorChave})`);
  }
  if (ordem.coluna !== ordem.chave) consulta = consulta.orderBy(coluna, direcao);
  return consulta.orderBy(chave, direcao).limit(opcoes.limite).execute() as Promise<Linha<O>[]>;
}

/** One page of `base` in `ordem`. `primeiras` stand before everything else, on the first page. */
export async function paginate<T extends Tabela, O>(
  base: Consulta<T, O>,
  ordem: Ordem,
  pedido: PedidoPagina,
  { ordenada = true, primeiras = [] as O[] } = {},
): Promise<Pagina<O>> {
  const limite = pedido.limite ?? LIMITE_PADRAO;
  if (pedido.antes) {
    const ponto = decode(ordem, pedido.antes);
    const linhas = await fetchRows(base, ordem, {
      ponto,
      invertida: true,
      limite: limite + 1,
      ordenada,
    });
    const primeira = linhas[limite - 1];
    if (linhas.length > limite && primeira) {
      const pagina = linhas.slice(0, limite).reverse();
      const ultima = pagina.at(-1);
      return {
        linhas: pagina,
        anterior: encode(ordem, primeira),
        proximo: ultima && encode(ordem, ultima),
      };
    }
    // Fewer rows than a page stand before the cursor: that is the first page, whole.
  }
  const ponto = pedido.apos ? decode(ordem, pedido.apos) : undefined;
  const vagas = ponto ? limite : Math.max(limite - primeiras.length, 0);
  const linhas = await fetchRows(base, ordem, {
    ponto,
    invertida: false,
    limite: vagas + 1,
    ordenada,
  });
  const pagina = linhas.slice(0, vagas);
  const [inicio] = linhas;
  const fim = pagina.at(-1);
  return {
    linhas: ponto ? pagina : [...primeiras.slice(0, limite), ...pagina],
    anterior: ponto && inicio ? encode(ordem, inicio) : undefined,
    proximo: linhas.length > vagas && fim ? encode(ordem, fim) : undefined,
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

interface PedidoBusca<O> {
  tabela: Pesquisavel;
  termos: Termos;
  ordem: Ordem;
  pagina: PedidoPagina;
  /** Records that the term names exactly: first, and not again below. */
  exatos: (O & { id: number })[];
  filtrada: boolean;
}

/** A page of hits with their number, up to the ceiling. `base` carries the filters. */
export async function searchPage<T extends Tabela, O>(
  db: Banco,
  base: Consulta<T, O>,
  { tabela, termos, ordem, pagina, exatos, filtrada }: PedidoBusca<O>,
): Promise<Pagina<O> & { total: number }> {
  const contagem = await countHits(tabela, termos, TETO_CONTAGEM + 1)?.execute(db);
  const acertos = contagem ? Number(contagem.rows[0]?.total ?? 0) : Number.POSITIVE_INFINITY;
  const peloIndice = indexCondition(tabela, termos);
  const poucos = acertos <= TETO_ORDENACAO;
  const casadas = base.where((poucos && peloIndice) || rowCondition(tabela, termos));
  const outras =
    exatos.length > 0
      ? casadas.where(
          sql.ref<number>(`${tabela}.id`),
          'not in',
          exatos.map(({ id }) => id),
        )
      : casadas;
  const resultado = await paginate(outras, ordem, pagina, { ordenada: !poucos, primeiras: exatos });
  const contar = filtrada || peloIndice === undefined || !Number.isFinite(acertos);
  const total = contar
    ? await countUpTo(db, base.where(peloIndice ?? rowCondition(tabela, termos)))
    : acertos;
  return { ...resultado, total };
}

/** Every row in order, slice by slice, each its own short statement. */
export async function* everyRow<T extends Tabela, O>(
  base: Consulta<T, O>,
  ordem: Ordem,
): AsyncGenerator<O[]> {
  let ponto: [string, string] | undefined;
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
