import type { TipoAlerta } from '@unipark/contract/alerta';
import { formatDiaIso } from '@unipark/contract/horaLocal';
import { findGemea } from '@unipark/contract/placa';
import type { Selectable } from 'kysely';
import { nowDate } from '../platform/clock.ts';
import type { Banco, Queryable, Transacao } from '../platform/db/banco.ts';
import { compileOnce } from '../platform/db/compiled.ts';
import { amongValues, searchText, unindexed } from '../platform/db/search.ts';
import type { TabelaPassagens } from '../platform/db/tabelas.ts';
import type { RegisteredVeiculo } from './encontro/casamento.ts';
import { withValidade } from './encontro/validade.ts';
import { addVisitantes } from './visitantesRepo.ts';

/** Cards that a change in the register updates: as many as the list may show. */
const CARTOES = 100;

/** Earlier passages of a car in which its last alarm is looked for. */
const ANTERIORES = 100;

/** Passages of one camera that a reading is compared with. */
const VIZINHAS = 10;

const COLUNAS = [
  'id',
  'placa',
  'chave',
  'camera',
  'sentido',
  'instante',
  'ultima_leitura_em',
  'recebido_em',
  'status',
  'modelo',
  'na_lista',
  'teste',
  'atrasada',
  'placa_lida',
  'nivel',
  'sugestoes',
  'alerta',
  'alertado_em',
  'sem_alerta',
  'ciente_por',
  'ciente_em',
  'corrigida_em',
  'registrada_por',
  'conferida',
  'leitura_id',
  'versao',
] as const;

export type PassagemRow = Pick<Selectable<TabelaPassagens>, (typeof COLUNAS)[number]>;

export const selectPassagens = (db: Queryable) => db.selectFrom('passagens').select(COLUNAS);
const selectListed = (db: Queryable) => selectPassagens(db).where('na_lista', '=', 1);

const CAMPOS = ['placa', 'chave', 'modelo', 'tipo', 'cor', 'cidade', 'estado'] as const;

export async function findRegistrados(
  db: Queryable,
  chaves: string[],
): Promise<RegisteredVeiculo[]> {
  const linhas = await db
    .selectFrom('veiculos')
    .select([...CAMPOS, 'status', 'motivo', 'valido_ate'])
    .select((eb) =>
      eb
        .selectFrom('proprietarios')
        .whereRef('proprietarios.matricula', '=', 'veiculos.proprietario_matricula')
        .select('proprietarios.nome')
        .as('nome'),
    )
    .where(amongValues('chave', chaves))
    .execute();
  return addVisitantes(db, chaves, linhas.map(withValidade), {
    ...{ modelo: null, tipo: null, cor: null, cidade: null, estado: null },
    ...{ nome: null, valido_ate: null },
  });
}

/** The newest passages of the live list, by arrival. */
export const listNewest = (db: Queryable, limite: number): Promise<PassagemRow[]> =>
  selectListed(db).orderBy('id', 'desc').limit(limite).execute();

/** The open alarms of a person; not those that the person saw and registered. */
const selectOpen = (db: Queryable, conta: string | null) =>
  selectPassagens(db)
    // In the spelling of the index of open alarms.
    .where((eb) => eb('na_lista', '=', eb.lit(1)))
    .where('alerta', 'is not', null)
    .where('ciente_em', 'is', null)
    .where((eb) => eb.or([eb('conferida', '=', 0), eb('registrada_por', '!=', conta)]))
    .orderBy('id', 'desc');

/** Passages of the live list with an open alarm, the newest first. */
export const listOpenAlertas = (db: Banco, limite: number, conta: string): Promise<PassagemRow[]> =>
  selectOpen(db, conta).limit(limite).execute();

/** The newest passages with an open alarm that was raised up to an instant. */
export const listOpenAlertasUntil = (
  trx: Transacao,
  ate: string,
  conta: string | null,
  limite: number,
): Promise<PassagemRow[]> =>
  selectOpen(trx, conta).where('alertado_em', '<=', ate).limit(limite).execute();

/** The passages that raised an alarm last, acknowledged or not, the newest first. */
export const listLastAlertas = (db: Banco, limite: number): Promise<PassagemRow[]> =>
  selectPassagens(db).where('alerta', 'is not', null).orderBy('id', 'desc').limit(limite).execute();

/** The oldest card on show: at the place of the last one, counted from the newest. */
const findLastShown = compileOnce((db, _: object) =>
  db
    .selectFrom('passagens')
    .select('id')
    .where('na_lista', '=', 1)
    .orderBy('id', 'desc')
    .offset(CARTOES - 1)
    .limit(1),
);

const selectShown = compileOnce((db, { chave, desde }: { chave: string; desde: number }) =>
  selectListed(db)
    .where((eb) => eb.or([eb('chave', '=', chave), eb('sugestoes', 'is not', null)]))
    .where('id', '>=', desde)
    .orderBy('id', 'desc')
    .limit(CARTOES),
);

/** The id of the oldest card on show; 0 when all are. */
export async function findOldestShown(db: Queryable): Promise<number> {
  const [ultima] = await findLastShown(db, {});
  return ultima?.id ?? 0;
}

/** The shown passages that are, or may be, the car of this identity key. */
export const listShown = async (trx: Transacao, chave: string): Promise<PassagemRow[]> =>
  selectShown(trx, { chave, desde: await findOldestShown(trx) });

/** All passages on show, the newest first. */
export const listEveryShown = async (trx: Transacao): Promise<PassagemRow[]> =>
  selectListed(trx)
    .where('id', '>=', await findOldestShown(trx))
    .orderBy('id', 'desc')
    .limit(CARTOES)
    .execute();

export const find = (db: Queryable, id: number): Promise<PassagemRow | undefined> =>
  selectPassagens(db).where('id', '=', id).executeTakeFirst();

/** The newest passages of one car at one camera, found by the car, which has few. */
export function listSameCar(
  trx: Transacao,
  { chave, camera, teste }: Pick<PassagemRow, 'chave' | 'camera' | 'teste'>,
  { escondidas }: { escondidas: boolean },
): Promise<PassagemRow[]> {
  const dela = selectPassagens(trx).where('chave', '=', chave);
  return (escondidas ? dela : dela.where(unindexed<number>('na_lista'), '=', 1))
    .where(unindexed('camera'), camera === null ? 'is' : '=', camera)
    .where('teste', '=', teste)
    .orderBy('id', 'desc')
    .limit(5)
    .execute();
}

/** The cards of one camera last read between two instants, the newest first. */
export const listSameCamera = (
  trx: Transacao,
  { camera, teste }: Pick<PassagemRow, 'camera' | 'teste'>,
  { de, ate }: { de: string; ate: string },
): Promise<PassagemRow[]> =>
  selectPassagens(trx)
    // In the spelling of the index of a camera's cards.
    .where((eb) => eb('na_lista', '=', eb.lit(1)))
    .where('camera', camera === null ? 'is' : '=', camera)
    .where('teste', '=', teste)
    .where('ultima_leitura_em', '>=', de)
    .where('ultima_leitura_em', '<=', ate)
    .orderBy('ultima_leitura_em', 'desc')
    .orderBy('id', 'desc')
    .limit(VIZINHAS)
    .execute();

/**
 * When this car last raised one of these alarms in another passage, between two instants. A time in
 * the future comes from a wrong clock, and silences nothing.
 */
export async function findLastAlerta(
  trx: Queryable,
  { id, chave }: Pick<PassagemRow, 'id' | 'chave'>,
  tipos: TipoAlerta[],
  { de, ate }: { de: string; ate: string },
): Promise<string | undefined> {
  const recentes = await trx
    .selectFrom('passagens')
    .select(['alerta', 'alertado_em'])
    .where('chave', '=', chave)
    .where('id', '<>', id)
    .orderBy('id', 'desc')
    .limit(ANTERIORES)
    .execute();
  return recentes
    .flatMap(({ alerta, alertado_em }) =>
      alerta !== null && alertado_em !== null && tipos.includes(alerta) ? [alertado_em] : [],
    )
    .filter((quando) => quando >= de && quando <= ate)
    .toSorted()
    .at(-1);
}

/** The search text of a passage: its plate, the twin, and the misread text. */
export const buildBusca = (placa: string, placaLida: string | null): string =>
  searchText([], [placa, findGemea(placa) ?? null, placaLida]);

type NewPassagemRow = Omit<
  PassagemRow,
  'id' | 'versao' | 'leitura_id' | 'corrigida_em' | 'placa_lida'
>;

export async function insert(trx: Transacao, nova: NewPassagemRow): Promise<number> {
  const { id } = await trx
    .insertInto('passagens')
    .values({ ...nova, versao: 1, busca: buildBusca(nova.placa, null) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function update(
  trx: Transacao,
  id: number,
  mudanca: Partial<Omit<PassagemRow, 'id'>> & { corrigida_por?: string },
): Promise<void> {
  const { placa, placa_lida = null } = mudanca;
  const busca = placa === undefined ? {} : { busca: buildBusca(placa, placa_lida) };
  await trx
    .updateTable('passagens')
    .set({ ...mudanca, ...busca })
    .where('id', '=', id)
    .execute();
}

/** Deletes a passage without readings that never happened: a test leaves the counts, too. */
export async function remove(trx: Transacao, id: number): Promise<void> {
  await trx.updateTable('passagens').set({ teste: 1 }).where('id', '=', id).execute();
  await trx.deleteFrom('passagens').where('id', '=', id).execute();
}

/** The passages that retention leaves: until today or later. */
export const selectHeld = (db: Queryable) =>
  db
    .selectFrom('passagens')
    .where('reter_ate', 'is not', null)
    .where('reter_ate', '>=', formatDiaIso(nowDate()));
