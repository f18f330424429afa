import type { Ficha } from '@unipark/contract/ficha';
import { findGemea, formatPlaca, keyOfPlaca } from '@unipark/contract/placa';
import { foldText } from '@unipark/contract/texto';
import { CHAVES_VEICULO, foldStatusText, type Veiculo } from '@unipark/contract/veiculo';
import type { Insertable } from 'kysely';
import { nowIso } from '../platform/clock.ts';
import type { Banco, Queryable, Transacao } from '../platform/db/banco.ts';
import { compileEach, compileOnce, pickValues } from '../platform/db/compiled.ts';
import { foreignKeyViolation, uniqueViolation } from '../platform/db/errors.ts';
import { searchText } from '../platform/db/search.ts';
import type { TabelaVeiculos } from '../platform/db/tabelas.ts';
import { conflict, unknownReference } from '../platform/errors.ts';

const FIO = [...CHAVES_VEICULO, 'versao'] as const;

const COLUNAS = FIO.map((campo) => `veiculos.${campo}` as const);

/** The record on the wire: the contract's fields and the version. */
export function toWire(linha: Veiculo): Veiculo {
  const veiculo: Record<string, unknown> = {};
  for (const campo of FIO) veiculo[campo] = linha[campo];
  return veiculo as Veiculo;
}

export const selectVeiculos = (db: Queryable) => db.selectFrom('veiculos').select(COLUNAS);

const findByPlaca = compileOnce((db, { placa }: { placa: string }) =>
  selectVeiculos(db).select('motivo').where('placa', '=', placa),
);

export async function find(db: Queryable, placa: string) {
  const [linha] = await findByPlaca(db, { placa });
  return linha;
}

const findBuscaDoDono = compileOnce((db, { matricula }: { matricula: string }) =>
  db.selectFrom('proprietarios').select('busca').where('matricula', '=', matricula),
);

async function readBuscaDoDono(trx: Transacao, { proprietario_matricula: matricula }: Veiculo) {
  const [dono] = matricula === null ? [] : await findBuscaDoDono(trx, { matricula });
  return dono?.busca ?? '';
}

/** Columns computed from the record and from its owner's text for searches. */
export function buildColumns({ placa, marca, modelo, cor, status }: Veiculo, buscaDoDono: string) {
  const busca_propria = searchText([marca, modelo, cor, status], [placa, findGemea(placa) ?? null]);
  return {
    chave: keyOfPlaca(placa),
    modelo_ordem: foldText(modelo ?? ''),
    cor_ordem: foldText(cor ?? ''),
    status_ordem: foldStatusText(status),
    busca_propria,
    busca: busca_propria + buscaDoDono,
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

type VeiculoValues = Partial<Insertable<TabelaVeiculos>>;

const insertRow = compileEach((db, nomes, linha: VeiculoValues) =>
  db.insertInto('veiculos').values(pickValues(nomes, linha) as Insertable<TabelaVeiculos>),
);

const updateRow = compileEach((db, nomes, linha: VeiculoValues & { de: string }) =>
  db.updateTable('veiculos').set(pickValues(nomes, linha)).where('placa', '=', linha.de),
);

/** @throws {Problem} 409 when the plate is taken, 422 when the owner does not exist */
export async function create(
  trx: Transacao,
  veiculo: Veiculo,
  motivo: string | null,
): Promise<void> {
  const agora = nowIso();
  const linha = {
    ...toWire(veiculo),
    ...buildColumns(veiculo, await readBuscaDoDono(trx, veiculo)),
    ...{ motivo, criado_em: agora, atualizado_em: agora },
  };
  await insertRow(trx, Object.keys(linha) as (keyof typeof linha)[], linha).catch(explain);
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

/**
 * Writes the columns that differ: SQLite writes every index of a column that is set, also to the
 * value that it has.
 */
async function updateChanged(
  trx: Transacao,
  antes: Veiculo,
  depois: Veiculo,
  motivo?: string | null,
): Promise<void> {
  const buscaDoDono = await readBuscaDoDono(trx, depois);
  const linha = { ...toWire(depois), ...buildColumns(depois, buscaDoDono) };
  const velha = { ...toWire(antes), ...buildColumns(antes, buscaDoDono) };
  const outroDono = antes.proprietario_matricula !== depois.proprietario_matricula;
  const nomes = Object.keys(linha) as (keyof typeof linha)[];
  const mudados = nomes.filter(
    (nome) => linha[nome] !== velha[nome] || (outroDono && nome === 'busca'),
  );
  await updateRow(
    trx,
    [
      ...mudados,
      'atualizado_em',
      ...(motivo === undefined ? [] : ['motivo' as const]),
      ...(antes.valido_ate === depois.valido_ate ? [] : ['validade_avisada' as const]),
    ],
    {
      ...linha,
      // The owner is told once of each last day.
      ...{ motivo, validade_avisada: 0, atualizado_em: nowIso(), de: antes.placa },
    },
  );
}

/** @throws {Problem} 422 when the owner does not exist */
export const update = (
  trx: Transacao,
  antes: Veiculo,
  depois: Veiculo,
  motivo: string | null,
): Promise<void> => updateChanged(trx, antes, depois, motivo).catch(explain);

/**
 * Changes the record to its other plate: key, city and state stay.
 * @throws {Problem} 409 when that plate has its own record
 */
export const convert = (trx: Transacao, antes: Veiculo, depois: Veiculo): Promise<void> =>
  updateChanged(trx, antes, depois).catch((error) => {
    if (uniqueViolation(error) !== 'veiculos.placa') throw error;
    const frase = `A placa ${formatPlaca(depois.placa)} já está cadastrada.`;
    throw conflict('placa-existente', frase, { placa: frase });
  });

export async function remove(trx: Transacao, placa: string): Promise<void> {
  await trx.deleteFrom('veiculos').where('placa', '=', placa).execute();
}
