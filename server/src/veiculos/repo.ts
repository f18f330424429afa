import type { Ficha } from '@unipark/contract/ficha';
import { findGemea, formatPlaca, keyOfPlaca } from '@unipark/contract/placa';
import { foldText } from '@unipark/contract/texto';
import {
  CHAVES_VEICULO,
  foldStatusText,
  type ORDENS_VEICULO,
  type TipoVeiculo,
  type Veiculo,
} from '@unipark/contract/veiculo';
import { sql } from 'kysely';
import type { Banco, Queryable, Transacao } from '../platform/db/banco.ts';
import { compileOnce } from '../platform/db/compiled.ts';
import { countFacets, totalOf } from '../platform/db/counts.ts';
import { foreignKeyViolation, uniqueViolation } from '../platform/db/errors.ts';
import {
  countUpTo,
  everyRow,
  type PageRequest,
  paginate,
  type SortOrder,
} from '../platform/db/page.ts';
import { searchText, unindexed } from '../platform/db/search.ts';
import { conflict, unknownReference } from '../platform/errors.ts';

const FIO = [...CHAVES_VEICULO, 'versao'] as const;

const COLUNAS = FIO.map((campo) => `veiculos.${campo}` as const);

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
}

export type VeiculosQuery = PageRequest & VeiculosFilters & { ordem?: string };

/** The record on the wire: the contract's fields and the version. */
export function toWire(linha: Veiculo): Veiculo {
  const veiculo: Record<string, unknown> = {};
  for (const campo of FIO) veiculo[campo] = linha[campo];
  return veiculo as Veiculo;
}

const selectVeiculos = (db: Queryable) => db.selectFrom('veiculos').select(COLUNAS);

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

type FilterValues = ReturnType<typeof valuesOf>;

/** `achados`: a few rows are found already, so the filters use no index. */
function selectWhere(
  db: Queryable,
  nomes: (keyof FilterValues)[],
  valores: FilterValues,
  { achados = false, semDono = false } = {},
) {
  let consulta = selectVeiculos(db);
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
  const valores = valuesOf(filtros);
  const nomes = Object.keys(valores) as (keyof FilterValues)[];
  const semDono = valores.proprietario_matricula === null;
  return selectWhere(db, nomes, valores, { achados, semDono });
}

type BuildFiltered = (db: Queryable, valores: FilterValues) => ReturnType<typeof selectWhere>;

/** One function for each combination of filters, so that its queries are compiled once. */
const combinacoes = new Map<string, BuildFiltered>();

function filteredSource(db: Banco, filtros: VeiculosFilters) {
  const valores = valuesOf(filtros);
  const nomes = Object.keys(valores) as (keyof FilterValues)[];
  const semDono = valores.proprietario_matricula === null;
  const nome = `${nomes} ${semDono}`;
  const build: BuildFiltered =
    combinacoes.get(nome) ?? ((banco, marcas) => selectWhere(banco, nomes, marcas, { semDono }));
  combinacoes.set(nome, build);
  return { db, build, valores };
}

export const hasFiltro = (filtros: VeiculosFilters): boolean =>
  Object.keys(valuesOf(filtros)).length > 0;

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
  if (typeof dono === 'string') return countUpTo(db, selectFiltered(db, filtros));
  return countFacets(db, { ...facetas, ...(dono === null && { dono: 'sem' }) });
}

export async function list(db: Banco, pedido: VeiculosQuery) {
  const ordem = parseOrdem(pedido.ordem);
  const total = await countFiltered(db, pedido);
  // Few rows are fetched by the filters' index and sorted; the index of the order finds many sooner.
  const ordenada = ordem.coluna === ordem.chave || total > POUCOS;
  const pagina = await paginate(filteredSource(db, pedido), ordem, pedido, { ordenada });
  return { ...pagina, total, exata: !hasFiltro(pedido) };
}

export const readEveryOne = (db: Banco, pedido: VeiculosQuery) =>
  everyRow(filteredSource(db, pedido), parseOrdem(pedido.ordem));

const findByPlaca = compileOnce((db, { placa }: { placa: string }) =>
  selectVeiculos(db).select('motivo').where('placa', '=', placa),
);

export async function find(db: Queryable, placa: string) {
  const [linha] = await findByPlaca(db, { placa });
  return linha;
}

/** Columns computed from the record, and from its owner's name and matrícula. */
async function deriveColumns(trx: Transacao, veiculo: Veiculo) {
  const dono = veiculo.proprietario_matricula
    ? await trx
        .selectFrom('proprietarios')
        .select('busca')
        .where('matricula', '=', veiculo.proprietario_matricula)
        .executeTakeFirst()
    : undefined;
  const { placa, marca, modelo, cor, status } = veiculo;
  const busca_propria = searchText([marca, modelo, cor, status], [placa, findGemea(placa) ?? null]);
  return {
    chave: keyOfPlaca(placa),
    modelo_ordem: foldText(modelo ?? ''),
    cor_ordem: foldText(cor ?? ''),
    status_ordem: foldStatusText(status),
    busca_propria,
    busca: busca_propria + (dono?.busca ?? ''),
    atualizado_em: new Date().toISOString(),
  };
}

function explain(error: unknown): never {
  if (uniqueViolation(error) === 'veiculos.placa') {
    throw conflict('placa-existente', 'Placa já cadastrada.', { placa: 'Placa já cadastrada.' });
  }
  if (foreignKeyViolation(error)) {
    throw unknownReference('proprietario_matricula', 'Proprietário não encontrado.');
  }
  throw error;
}

/** @throws {Problem} 409 when the plate is taken, 422 when the owner does not exist */
export async function create(
  trx: Transacao,
  veiculo: Veiculo,
  motivo: string | null,
): Promise<void> {
  const derivado = await deriveColumns(trx, veiculo);
  await trx
    .insertInto('veiculos')
    .values({ ...toWire(veiculo), ...derivado, motivo, criado_em: derivado.atualizado_em })
    .execute()
    .catch(explain);
}

/** The record of this plate with all its data, and the twin's when it has its own. */
export async function findFicha(db: Banco, placa: string): Promise<Ficha | undefined> {
  // One statement: between two statements a plate may change to the other.
  const linhas = await selectVeiculos(db)
    .leftJoin('proprietarios as dono', 'dono.matricula', 'veiculos.proprietario_matricula')
    .select(['veiculos.motivo', 'veiculos.criado_em', 'veiculos.atualizado_em'])
    .select(['dono.matricula', 'dono.nome'])
    .where('veiculos.chave', '=', keyOfPlaca(placa))
    .execute();
  const linha = linhas.find((dela) => dela.placa === placa);
  if (!linha) return undefined;
  const outra = linhas.find((dela) => dela.placa !== placa);
  const { matricula, nome, motivo, criado_em, atualizado_em } = linha;
  return {
    veiculo: toWire(linha),
    proprietario: matricula !== null && nome !== null ? { matricula, nome } : null,
    gemea: outra ? toWire(outra) : null,
    ...{ motivo, criado_em, atualizado_em },
  };
}

/** @throws {Problem} 422 when the owner does not exist */
export async function update(
  trx: Transacao,
  veiculo: Veiculo,
  motivo: string | null,
): Promise<void> {
  const derivado = await deriveColumns(trx, veiculo);
  await trx
    .updateTable('veiculos')
    .set({ ...toWire(veiculo), ...derivado, motivo })
    .where('placa', '=', veiculo.placa)
    .execute()
    .catch(explain);
}

/**
 * Changes the record to its other plate: key, city and state stay.
 * @throws {Problem} 409 when that plate has its own record
 */
export async function convert(trx: Transacao, de: string, veiculo: Veiculo): Promise<void> {
  const derivado = await deriveColumns(trx, veiculo);
  await trx
    .updateTable('veiculos')
    .set({ ...toWire(veiculo), ...derivado })
    .where('placa', '=', de)
    .execute()
    .catch((error) => {
      if (uniqueViolation(error) !== 'veiculos.placa') throw error;
      const frase = `A placa ${formatPlaca(veiculo.placa)} já está cadastrada.`;
      throw conflict('placa-existente', frase, { placa: frase });
    });
}

export async function remove(trx: Transacao, placa: string): Promise<void> {
  await trx.deleteFrom('veiculos').where('placa', '=', placa).execute();
}
