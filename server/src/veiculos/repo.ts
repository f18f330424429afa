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
import { addToCount, totalOf } from '../platform/db/counts.ts';
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

const base = (db: Queryable) => db.selectFrom('veiculos').select(['veiculos.id', ...COLUNAS]);

/** `achados`: a few rows are found already, so the filters use no index. */
export function filtered(
  db: Banco,
  { status, tipo, cor, proprietario, sem_proprietario }: VeiculosFilters,
  { achados = false } = {},
) {
  const columnOf = (nome: 'status_ordem' | 'tipo' | 'cor_ordem' | 'proprietario_matricula') =>
    achados ? unindexed<string | null>(nome) : sql<string | null>`${sql.ref(nome)}`;
  let consulta = base(db);
  if (status) consulta = consulta.where(columnOf('status_ordem'), '=', foldStatusText(status));
  if (tipo) consulta = consulta.where(columnOf('tipo'), '=', tipo);
  if (cor) consulta = consulta.where(columnOf('cor_ordem'), '=', foldText(cor));
  if (proprietario) {
    consulta = consulta.where(columnOf('proprietario_matricula'), '=', proprietario);
  }
  if (sem_proprietario) consulta = consulta.where(columnOf('proprietario_matricula'), 'is', null);
  return consulta;
}

export const hasFiltro = (filtros: VeiculosFilters): boolean => {
  const { status, tipo, cor, proprietario, sem_proprietario } = filtros;
  return Boolean(status || tipo || cor || proprietario || sem_proprietario);
};

export function parseOrdem(pedida = 'placa'): SortOrder {
  const nome = pedida.replace(/^-/, '') as keyof typeof ORDENS;
  return {
    coluna: `veiculos.${ORDENS[nome]}`,
    chave: 'veiculos.placa',
    desc: pedida.startsWith('-'),
  };
}

export async function list(db: Banco, pedido: VeiculosQuery) {
  const consulta = filtered(db, pedido);
  const pagina = await paginate(consulta, parseOrdem(pedido.ordem), pedido);
  const exata = !hasFiltro(pedido);
  const total = exata ? await totalOf(db, 'veiculos') : await countUpTo(db, consulta);
  return { ...pagina, total, exata };
}

export const everyOne = (db: Banco, pedido: VeiculosQuery) =>
  everyRow(filtered(db, pedido), parseOrdem(pedido.ordem));

const findByPlaca = compileOnce((db, { placa }: { placa: string }) =>
  base(db).select('motivo').where('placa', '=', placa),
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
  await addToCount(trx, 'veiculos', 1);
}

/** The record of this plate with all its data, and the twin's when it has its own. */
export async function findFicha(db: Banco, placa: string): Promise<Ficha | undefined> {
  // One statement: between two statements a plate may change to the other.
  const linhas = await base(db)
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
  await addToCount(trx, 'veiculos', -1);
}
