/** Acts on many vehicles and their slices. */
import { FASES_LOTE, type FaseLote, isLoteAberto } from '@unipark/contract/loteVeiculos';
import type { Selectable, Updateable } from 'kysely';
import { nowIso } from '../../platform/clock.ts';
import type { Banco, Queryable, Transacao } from '../../platform/db/banco.ts';
import { chunks } from '../../platform/db/chunks.ts';
import type { TabelaLotesVeiculos, TabelasDoLote } from '../../platform/db/tabelasLote.ts';

export type LoteRow = Selectable<TabelaLotesVeiculos>;
export type LoteSlice = Selectable<TabelasDoLote['lotes_veiculos_fatias']>;
export type LoteChange = Updateable<TabelaLotesVeiculos>;

const ABERTAS = FASES_LOTE.filter(isLoteAberto);

type NewLote = Pick<
  LoteRow,
  'ato' | 'status' | 'motivo' | 'proprietario_matricula' | 'conta' | 'autor' | 'total'
>;

/** Stores a request with its slices, which are texts of JSON. */
export async function create(trx: Transacao, novo: NewLote, fatias: string[]): Promise<number> {
  const agora = nowIso();
  const contagem = { feitos: 0, alterados: 0, iguais: 0, recusados: 0, desfeitos: 0, mantidos: 0 };
  const { id } = await trx
    .insertInto('lotes_veiculos')
    .values({ ...novo, ...contagem, fase: 'fazendo', pedido_em: agora, criado_em: agora })
    .returning('id')
    .executeTakeFirstOrThrow();
  const linhas = fatias.map((alvos, ordem) => ({ lote: id, ordem, alvos }));
  for (const lote of chunks(linhas)) {
    await trx.insertInto('lotes_veiculos_fatias').values(lote).execute();
  }
  return id;
}

export const find = (db: Queryable, id: number): Promise<LoteRow | undefined> =>
  db.selectFrom('lotes_veiculos').selectAll().where('id', '=', id).executeTakeFirst();

export async function update(trx: Transacao, id: number, campos: LoteChange): Promise<void> {
  await trx.updateTable('lotes_veiculos').set(campos).where('id', '=', id).execute();
}

/** The open act that was requested first. */
export const findPending = (db: Queryable): Promise<LoteRow | undefined> =>
  db
    .selectFrom('lotes_veiculos')
    .selectAll()
    .where('fase', 'in', ABERTAS)
    .orderBy('pedido_em')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** The open acts of an account, in the order in which they are done. */
export const listOpen = (db: Queryable, conta: string): Promise<LoteRow[]> =>
  db
    .selectFrom('lotes_veiculos')
    .selectAll()
    .where('conta', '=', conta)
    .where('fase', 'in', ABERTAS)
    .orderBy('pedido_em')
    .orderBy('id')
    .execute();

/** The newest acts that ended and changed something, of one account or of all. */
export function listEnded(
  db: Queryable,
  conta: string | undefined,
  quantos: number,
): Promise<LoteRow[]> {
  let consulta = db
    .selectFrom('lotes_veiculos')
    .selectAll()
    .where('fase', 'not in', ABERTAS)
    .where('ato', '<>', 'excluir')
    .where('alterados', '>', 0);
  if (conta !== undefined) consulta = consulta.where('conta', '=', conta);
  return consulta.orderBy('id', 'desc').limit(quantos).execute();
}

/** The first slice that this phase has not done. */
export function findSlice(
  trx: Transacao,
  id: number,
  fase: FaseLote,
): Promise<LoteSlice | undefined> {
  const fatias = trx.selectFrom('lotes_veiculos_fatias').selectAll().where('lote', '=', id);
  const restantes =
    fase === 'fazendo'
      ? fatias.where('feitos', 'is', null)
      : fatias.where('feitos', 'is not', null).where('desfeitos', 'is', null);
  return restantes.orderBy('ordem').limit(1).executeTakeFirst();
}

export async function saveSlice(
  trx: Transacao,
  { lote, ordem, ...campos }: Pick<LoteSlice, 'lote' | 'ordem'> & Partial<LoteSlice>,
): Promise<void> {
  await trx
    .updateTable('lotes_veiculos_fatias')
    .set(campos)
    .where('lote', '=', lote)
    .where('ordem', '=', ordem)
    .execute();
}

/** What became of the vehicles, slice by slice. */
export const listOutcomes = (
  db: Queryable,
  id: number,
): Promise<Pick<LoteSlice, 'feitos' | 'desfeitos'>[]> =>
  db
    .selectFrom('lotes_veiculos_fatias')
    .select(['feitos', 'desfeitos'])
    .where('lote', '=', id)
    .orderBy('ordem')
    .execute();

/** Ended acts from before this instant. */
export async function listOld(db: Banco, antes: string): Promise<number[]> {
  const linhas = await db
    .selectFrom('lotes_veiculos')
    .select('id')
    .where('criado_em', '<', antes)
    .where('fase', 'not in', ABERTAS)
    .limit(1_000)
    .execute();
  return linhas.map(({ id }) => id);
}

export async function remove(trx: Transacao, id: number): Promise<void> {
  await trx.deleteFrom('lotes_veiculos_fatias').where('lote', '=', id).execute();
  await trx.deleteFrom('lotes_veiculos').where('id', '=', id).execute();
}
