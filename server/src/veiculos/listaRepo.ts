/** Lists of vehicles: their orders, their filters, and how many match. */

import { addDias, formatDiaIso } from '@unipark/contract/horaLocal';
import { foldText } from '@unipark/contract/texto';
import { DIAS_DA_SEMANA } from '@unipark/contract/validade';
import type { ORDENS_VEICULO, TipoVeiculo } from '@unipark/contract/veiculo';
import { foldStatusText } from '@unipark/contract/veiculo';
import { sql } from 'kysely';
import { nowDate } from '../platform/clock.ts';
import type { Banco, Queryable } from '../platform/db/banco.ts';
import { countFacets, totalOf } from '../platform/db/counts.ts';
import { walkedSource } from '../platform/db/orderWalk.ts';
import {
  countUpTo,
  everyRow,
  type PageRequest,
  paginate,
  type SortOrder,
} from '../platform/db/page.ts';
import { amongValues, unindexed } from '../platform/db/search.ts';
import { A_VENCER } from '../platform/db/validity.ts';
import { selectVeiculos } from './repo.ts';

const ORDENS: Record<(typeof ORDENS_VEICULO)[number], string> = {
  placa: 'placa',
  modelo: 'modelo_ordem',
  cor: 'cor_ordem',
  status: 'status_ordem',
  atualizado: 'atualizado_em',
};

/** Rows that are sorted rather than found in the index of the order. */
const POUCOS = 1_000;

export interface VeiculosFilters {
  status?: string;
  tipo?: TipoVeiculo;
  cor?: string;
  proprietario?: string;
  sem_proprietario?: string;
  vence?: 'semana';
  importacao?: string;
}

export type VeiculosQuery = PageRequest & VeiculosFilters & { ordem?: string };

/** The filters as the values of their columns; '' where the column is null. */
function valuesOf({ status, tipo, cor, proprietario, sem_proprietario }: VeiculosFilters) {
  return {
    ...(status && { status_ordem: foldStatusText(status) }),
    ...(tipo && { tipo }),
    ...(cor && { cor_ordem: foldText(cor) }),
    ...(proprietario && { proprietario_matricula: proprietario }),
    ...(sem_proprietario && { proprietario_matricula: null }),
  };
}

type FilterName = keyof ReturnType<typeof valuesOf>;
type FilterValues = ReturnType<typeof valuesOf> & {
  de?: string;
  ate?: string;
  importacao?: number;
};

/** Today and the next six days. */
function readSemana() {
  const de = formatDiaIso(nowDate());
  return { de, ate: addDias(de, DIAS_DA_SEMANA) };
}

/** The columns that a query filters by, their values, and what is no equality of a column. */
function readFiltros(filtros: VeiculosFilters) {
  const iguais = valuesOf(filtros);
  const nomes = Object.keys(iguais) as FilterName[];
  const semDono = iguais.proprietario_matricula === null;
  const vence = filtros.vence !== undefined;
  const importada = filtros.importacao !== undefined;
  const valores: FilterValues = {
    ...iguais,
    ...(vence && readSemana()),
    ...(importada && { importacao: Number(filtros.importacao) }),
  };
  return { valores, nomes, semDono, vence, importada };
}

/** `achados`: a few rows are found already, so the filters use no index. */
function selectWhere(
  db: Queryable,
  nomes: FilterName[],
  valores: FilterValues,
  { achados = false, semDono = false, vence = false, importada = false } = {},
) {
  let consulta = selectVeiculos(db);
  if (vence) {
    const dia = achados ? unindexed('valido_ate') : sql<string>`veiculos.valido_ate`;
    consulta = consulta
      .where(A_VENCER)
      .where(dia, '>=', valores.de ?? '')
      .where(dia, '<=', valores.ate ?? '');
  }
  if (importada) {
    consulta = consulta.where('veiculos.placa', 'in', (eb) =>
      eb
        .selectFrom('importacao_linhas')
        .select((linha) => linha.ref('chave').$notNull().as('chave'))
        .where('importacao', '=', valores.importacao ?? 0)
        .where('feito', 'in', ['criada', 'alterada']),
    );
  }
  for (const nome of nomes) {
    const coluna = achados
      ? unindexed<string | null>(nome)
      : sql<string | null>`${sql.ref(`veiculos.${nome}`)}`;
    consulta =
      nome === 'proprietario_matricula' && semDono
        ? consulta.where(coluna, 'is', null)
        : consulta.where(coluna, '=', valores[nome] ?? null);
  }
  return consulta;
}

export function selectFiltered(db: Banco, filtros: VeiculosFilters, { achados = false } = {}) {
  const { valores, nomes, ...outros } = readFiltros(filtros);
  return selectWhere(db, nomes, valores, { achados, ...outros });
}

type BuildFiltered = (db: Queryable, valores: FilterValues) => ReturnType<typeof selectWhere>;

/** One function for each combination of filters, so that its queries are compiled once. */
const combinacoes = new Map<string, BuildFiltered>();

function filteredSource(db: Banco, filtros: VeiculosFilters) {
  const { valores, nomes, ...outros } = readFiltros(filtros);
  const nome = `${nomes} ${Object.values(outros)}`;
  const build: BuildFiltered =
    combinacoes.get(nome) ?? ((banco, marcas) => selectWhere(banco, nomes, marcas, outros));
  combinacoes.set(nome, build);
  return { db, build, valores };
}

/** Filters that no kept counter knows. */
const isCounted = ({ vence, importacao }: VeiculosFilters): boolean =>
  vence === undefined && importacao === undefined;

export const hasFiltro = (filtros: VeiculosFilters): boolean =>
  !isCounted(filtros) || Object.keys(valuesOf(filtros)).length > 0;

export function parseOrdem(pedida = 'placa'): SortOrder {
  const nome = pedida.replace(/^-/, '') as keyof typeof ORDENS;
  return {
    coluna: `veiculos.${ORDENS[nome]}`,
    chave: 'veiculos.placa',
    desc: pedida.startsWith('-'),
  };
}

/** How many vehicles have these filters: kept, but for those of one owner, who has few. */
async function countFiltered(db: Banco, filtros: VeiculosFilters): Promise<number> {
  if (!hasFiltro(filtros)) return totalOf(db, 'veiculos');
  const { proprietario_matricula: dono, ...facetas } = valuesOf(filtros);
  if (typeof dono === 'string' || !isCounted(filtros)) {
    return countUpTo(db, selectFiltered(db, filtros));
  }
  return countFacets(db, { ...facetas, ...(dono === null && { dono: 'sem' }) });
}

/**
 * Whether an index has the filtered rows in this order: that of equal columns is in the order of the
 * plates; that of the last day is not, nor are the rows of an import.
 */
function isInOrder({ coluna, chave }: SortOrder, filtros: VeiculosFilters): boolean {
  if (!hasFiltro(filtros)) return true;
  const iguais = Object.keys(valuesOf(filtros)).map((nome) => `veiculos.${nome}`);
  return isCounted(filtros) && [chave, ...iguais].includes(coluna);
}

/**
 * The rows of a list, their order and their number. Few rows are fetched by the filters' index and
 * sorted; the index of the order finds many sooner.
 */
async function findRows(db: Banco, pedido: VeiculosQuery) {
  const ordem = parseOrdem(pedido.ordem);
  const total = await countFiltered(db, pedido);
  const indexada = isInOrder(ordem, pedido);
  const ordenada = indexada || total > POUCOS;
  if (indexada || !ordenada) return { ordem, total, ordenada, fonte: filteredSource(db, pedido) };
  const noFim = { total, passos: 1, consulta: selectFiltered(db, pedido) };
  const andada = selectFiltered(db, pedido, { achados: true });
  return { ordem, total, ordenada, fonte: walkedSource(db, andada, 'veiculos', noFim) };
}

export async function list(db: Banco, pedido: VeiculosQuery) {
  const { ordem, total, fonte, ordenada } = await findRows(db, pedido);
  const pagina = await paginate(fonte, ordem, pedido, { ordenada });
  return { ...pagina, total, exata: !hasFiltro(pedido) };
}

/** All vehicles of a list, in slices, and their number. */
export async function readEveryOne(db: Banco, pedido: VeiculosQuery) {
  const { ordem, total, fonte, ordenada } = await findRows(db, pedido);
  return { total, fatias: everyRow(fonte, ordem, { ordenada }) };
}

/** What a file has beside the record of each of these plates: its reason, and its owner's name. */
export async function listComplements(db: Banco, placas: string[]) {
  const linhas = await db
    .selectFrom('veiculos')
    .leftJoin('proprietarios as dono', 'dono.matricula', 'veiculos.proprietario_matricula')
    .select(['veiculos.placa', 'veiculos.motivo', 'dono.nome'])
    .where(amongValues('veiculos.placa', placas))
    .execute();
  return new Map(linhas.map((linha) => [linha.placa, linha]));
}
