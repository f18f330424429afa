/** Many vehicles in few statements, for imports. */
import { findGemea, formatPlaca } from '@unipark/contract/placa';
import type { Insertable } from 'kysely';
import { nowIso } from '../platform/clock.ts';
import type { Queryable, Transacao } from '../platform/db/banco.ts';
import { chunks } from '../platform/db/chunks.ts';
import { amongValues } from '../platform/db/search.ts';
import type { TabelaVeiculos } from '../platform/db/tabelas.ts';
import { buildColumns, selectVeiculos, toWire } from './repo.ts';
import type { VeiculoComMotivo } from './service.ts';

/** A row has 23 values, and SQLite accepts 32,766 in one statement. */
const POR_COMANDO = 200;

interface FoundVeiculo extends VeiculoComMotivo {
  criado_em: string;
}

/** The records of these plates, by plate. */
export async function findMany(
  db: Queryable,
  placas: string[],
): Promise<Map<string, FoundVeiculo>> {
  const linhas = await selectVeiculos(db)
    .select(['motivo', 'criado_em'])
    .where(amongValues('veiculos.placa', placas))
    .execute();
  return new Map(
    linhas.map((linha) => {
      const { placa, motivo, criado_em } = linha;
      return [placa, { veiculo: toWire(linha), motivo, criado_em }];
    }),
  );
}

/** Sentences, by plate, for those whose car has its other plate in the register. */
export async function findMoved(db: Queryable, placas: string[]): Promise<Map<string, string>> {
  const pares = placas.flatMap((placa) => {
    const gemea = findGemea(placa);
    return gemea === undefined ? [] : [[placa, gemea] as const];
  });
  if (pares.length === 0) return new Map();
  const achadas = await findMany(
    db,
    pares.map(([, gemea]) => gemea),
  );
  return new Map(
    pares
      .filter(([, gemea]) => achadas.has(gemea))
      .map(([placa, gemea]) => [
        placa,
        `Não está mais no cadastro com esta placa. O mesmo veículo é ${formatPlaca(gemea)}.`,
      ]),
  );
}

/**
 * The owners of these matrículas that exist: each with its text for searches. `ate`: who was
 * registered after this instant is another person than the one of before.
 */
export async function findDonos(
  db: Queryable,
  matriculas: string[],
  ate?: string,
): Promise<Map<string, string>> {
  const linhas = await db
    .selectFrom('proprietarios')
    .select(['matricula', 'busca'])
    .where(amongValues('matricula', matriculas))
    .$if(ate !== undefined, (eb) => eb.where('criado_em', '<=', ate ?? ''))
    .execute();
  return new Map(linhas.map(({ matricula, busca }) => [matricula, busca]));
}

/**
 * Inserts records whose plates and owners were checked in the same transaction. Answers the instant
 * of their creation.
 */
export async function createMany(trx: Transacao, novos: VeiculoComMotivo[]): Promise<string> {
  const matriculas = novos.flatMap(({ veiculo }) => veiculo.proprietario_matricula ?? []);
  const donos = await findDonos(trx, [...new Set(matriculas)]);
  const agora = nowIso();
  const linhas: Insertable<TabelaVeiculos>[] = novos.map(({ veiculo, motivo }) => ({
    ...toWire(veiculo),
    ...buildColumns(veiculo, donos.get(veiculo.proprietario_matricula ?? '') ?? ''),
    ...{ motivo, criado_em: agora, atualizado_em: agora },
  }));
  for (const lote of chunks(linhas, POR_COMANDO)) {
    await trx.insertInto('veiculos').values(lote).execute();
  }
  return agora;
}

export async function removeMany(trx: Transacao, placas: string[]): Promise<void> {
  await trx.deleteFrom('veiculos').where(amongValues('placa', placas)).execute();
}
