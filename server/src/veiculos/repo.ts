import type { Ficha } from '@unipark/contract/ficha';
import { chavePlaca, formatarPlaca, gemeaPlaca } from '@unipark/contract/placa';
import { dobrar } from '@unipark/contract/texto';
import type { TipoVeiculo, Veiculo } from '@unipark/contract/veiculo';
import { sql } from 'kysely';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import { addToCount, totalOf } from '../platform/db/counts.ts';
import { foreignKeyViolation, uniqueViolation } from '../platform/db/errors.ts';
import {
  countUpTo,
  everyRow,
  type Ordem,
  type PedidoPagina,
  paginate,
} from '../platform/db/page.ts';
import { searchText, unindexed } from '../platform/db/search.ts';
import { conflict, unknownReference } from '../platform/errors.ts';

const CAMPOS = [
  'placa',
  'tipo',
  'marca',
  'modelo',
  'ano',
  'cor',
  'status',
  'proprietario_matricula',
  'cidade',
  'estado',
  'versao',
] as const;

const COLUNAS = CAMPOS.map((campo) => `veiculos.${campo}` as const);

const ORDENS: Record<string, string> = {
  placa: 'placa',
  modelo: 'modelo_ordem',
  cor: 'cor_ordem',
  status: 'status_ordem',
  atualizado: 'atualizado_em',
};

export interface Filtros {
  status?: string;
  tipo?: TipoVeiculo;
  cor?: string;
  sem_proprietario?: string;
}

export type Pedido = PedidoPagina & Filtros & { ordem?: string };

/** The record as it travels: the ten fields of the specification and the version. */
export const paraFio = (linha: Veiculo): Veiculo => ({
  placa: linha.placa,
  tipo: linha.tipo,
  marca: linha.marca,
  modelo: linha.modelo,
  ano: linha.ano,
  cor: linha.cor,
  status: linha.status,
  proprietario_matricula: linha.proprietario_matricula,
  cidade: linha.cidade,
  estado: linha.estado,
  versao: linha.versao,
});

const base = (db: Banco | Transacao) =>
  db.selectFrom('veiculos').select(['veiculos.id', ...COLUNAS]);

/** `achados`: few rows are found already, so the filters are to use no index of their own. */
export function filtered(
  db: Banco,
  { status, tipo, cor, sem_proprietario }: Filtros,
  { achados = false } = {},
) {
  const coluna = (nome: 'status_ordem' | 'tipo' | 'cor_ordem' | 'proprietario_matricula') =>
    achados ? unindexed<string | null>(nome) : sql<string | null>`${sql.ref(nome)}`;
  let consulta = base(db);
  if (status) consulta = consulta.where(coluna('status_ordem'), '=', dobrar(status));
  if (tipo) consulta = consulta.where(coluna('tipo'), '=', tipo);
  if (cor) consulta = consulta.where(coluna('cor_ordem'), '=', dobrar(cor));
  if (sem_proprietario) consulta = consulta.where(coluna('proprietario_matricula'), 'is', null);
  return consulta;
}

export const temFiltro = ({ status, tipo, cor, sem_proprietario }: Filtros): boolean =>
  Boolean(status || tipo || cor || sem_proprietario);

export function ordemDe(pedida = 'placa'): Ordem {
  const nome = pedida.replace(/^-/, '');
  return {
    coluna: `veiculos.${ORDENS[nome]}`,
    chave: 'veiculos.placa',
    desc: pedida.startsWith('-'),
  };
}

export async function list(db: Banco, pedido: Pedido) {
  const consulta = filtered(db, pedido);
  const pagina = await paginate(consulta, ordemDe(pedido.ordem), pedido);
  const exata = !temFiltro(pedido);
  const total = exata ? await totalOf(db, 'veiculos') : await countUpTo(db, consulta);
  return { ...pagina, total, exata };
}

export const everyOne = (db: Banco, pedido: Pedido) =>
  everyRow(filtered(db, pedido), ordemDe(pedido.ordem));

export async function find(db: Banco | Transacao, placa: string) {
  return base(db).select('motivo').where('placa', '=', placa).executeTakeFirst();
}

/** Columns computed from the record, and from its owner's name and matrícula. */
async function derivados(trx: Transacao, veiculo: Veiculo) {
  const dono = veiculo.proprietario_matricula
    ? await trx
        .selectFrom('proprietarios')
        .select('busca')
        .where('matricula', '=', veiculo.proprietario_matricula)
        .executeTakeFirst()
    : undefined;
  const { placa, marca, modelo, cor, status } = veiculo;
  const busca_propria = searchText(
    [marca, modelo, cor, status],
    [placa, gemeaPlaca(placa) ?? null],
  );
  return {
    chave: chavePlaca(placa),
    modelo_ordem: dobrar(modelo ?? ''),
    cor_ordem: dobrar(cor ?? ''),
    status_ordem: dobrar(status),
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
export async function create(trx: Transacao, veiculo: Veiculo): Promise<void> {
  const derivado = await derivados(trx, veiculo);
  await trx
    .insertInto('veiculos')
    .values({ ...paraFio(veiculo), ...derivado, criado_em: derivado.atualizado_em })
    .execute()
    .catch(explain);
  await addToCount(trx, 'veiculos', 1);
}

/** The record of this plate with all that is known of it, and the twin's where it has its own. */
export async function findFicha(db: Banco, placa: string): Promise<Ficha | undefined> {
  // One statement: between two of them a plate may become the other.
  const linhas = await base(db)
    .leftJoin('proprietarios as dono', 'dono.matricula', 'veiculos.proprietario_matricula')
    .select(['veiculos.motivo', 'veiculos.criado_em', 'veiculos.atualizado_em'])
    .select(['dono.matricula', 'dono.nome'])
    .where('veiculos.chave', '=', chavePlaca(placa))
    .execute();
  const linha = linhas.find((dela) => dela.placa === placa);
  if (!linha) return undefined;
  const outra = linhas.find((dela) => dela.placa !== placa);
  const { matricula, nome } = linha;
  return {
    veiculo: paraFio(linha),
    proprietario: matricula !== null && nome !== null ? { matricula, nome } : null,
    motivo: linha.motivo,
    gemea: outra ? paraFio(outra) : null,
    criadoEm: linha.criado_em,
    atualizadoEm: linha.atualizado_em,
  };
}

/** @throws {Problem} 422 when the owner does not exist */
export async function update(
  trx: Transacao,
  veiculo: Veiculo,
  motivo: string | null,
): Promise<void> {
  const derivado = await derivados(trx, veiculo);
  await trx
    .updateTable('veiculos')
    .set({ ...paraFio(veiculo), ...derivado, motivo })
    .where('placa', '=', veiculo.placa)
    .execute()
    .catch(explain);
}

/**
 * The record goes on under its other plate text: key, city and state stay.
 * @throws {Problem} 409 when that plate is a record of its own
 */
export async function convert(trx: Transacao, de: string, veiculo: Veiculo): Promise<void> {
  const derivado = await derivados(trx, veiculo);
  await trx
    .updateTable('veiculos')
    .set({ ...paraFio(veiculo), ...derivado })
    .where('placa', '=', de)
    .execute()
    .catch((error) => {
      if (uniqueViolation(error) !== 'veiculos.placa') throw error;
      const frase = `A placa ${formatarPlaca(veiculo.placa)} já está cadastrada.`;
      throw conflict('placa-existente', frase, { placa: frase });
    });
}

export async function remove(trx: Transacao, placa: string): Promise<void> {
  await trx.deleteFrom('veiculos').where('placa', '=', placa).execute();
  await addToCount(trx, 'veiculos', -1);
}
