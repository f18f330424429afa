import type { Nivel, Sentido, TipoAlerta } from '@unipark/contract/passagem';
import { gemeaPlaca } from '@unipark/contract/placa';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import { amongValues, searchText, unindexed } from '../platform/db/search.ts';
import type { Registrado } from './casamento.ts';

/** Cards that a change in the register repaints: as many as the list may show. */
const CARTOES = 100;

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
  'ciente_por',
  'ciente_em',
  'corrigida_em',
  'leitura_id',
  'versao',
] as const;

export interface Passagem {
  id: number;
  placa: string;
  chave: string;
  camera: string | null;
  sentido: Sentido | null;
  instante: string;
  ultima_leitura_em: string;
  recebido_em: string;
  status: string;
  modelo: string | null;
  na_lista: number;
  teste: number;
  atrasada: number;
  placa_lida: string | null;
  nivel: Nivel;
  sugestoes: string | null;
  alerta: TipoAlerta | null;
  alertado_em: string | null;
  ciente_por: string | null;
  ciente_em: string | null;
  corrigida_em: string | null;
  leitura_id: number | null;
  versao: number;
}

/** Passages with all that this feature reads of them. */
export const base = (db: Banco | Transacao) => db.selectFrom('passagens').select(COLUNAS);
const naLista = (db: Banco | Transacao) => base(db).where('na_lista', '=', 1);

/** The register's vehicles of these identity keys. */
export const findRegistrados = (db: Banco | Transacao, chaves: string[]): Promise<Registrado[]> =>
  db
    .selectFrom('veiculos')
    .select(['placa', 'chave', 'modelo', 'tipo', 'status', 'motivo', 'cidade', 'estado'])
    .where(amongValues('chave', chaves))
    .execute();

/** The newest passages of the live list, by arrival. */
export const newest = (db: Banco | Transacao, limite: number): Promise<Passagem[]> =>
  naLista(db).orderBy('id', 'desc').limit(limite).execute();

/** Passages of the live list whose alarm nobody has answered, the newest first. */
export const openAlerts = (db: Banco, limite: number): Promise<Passagem[]> =>
  base(db)
    // As the index of open alarms spells it.
    .where((eb) => eb('na_lista', '=', eb.lit(1)))
    .where('alerta', 'is not', null)
    .where('ciente_em', 'is', null)
    .orderBy('id', 'desc')
    .limit(limite)
    .execute();

/** The passages on show that are, or may be, the car of this identity key. */
export async function onShow(trx: Transacao, chave: string): Promise<Passagem[]> {
  const mostradas = await trx
    .selectFrom('passagens')
    .select('id')
    .where('na_lista', '=', 1)
    .orderBy('id', 'desc')
    .offset(CARTOES - 1)
    .limit(1)
    .executeTakeFirst();
  return naLista(trx)
    .where((eb) => eb.or([eb('chave', '=', chave), eb('sugestoes', 'is not', null)]))
    .where('id', '>=', mostradas?.id ?? 0)
    .orderBy('id', 'desc')
    .limit(CARTOES)
    .execute();
}

export const find = (db: Banco | Transacao, id: number): Promise<Passagem | undefined> =>
  base(db).where('id', '=', id).executeTakeFirst();

/** The newest passages of one car at one camera: found by the car, which has few, and among which a reading may find its own. */
export function sameCar(
  trx: Transacao,
  { chave, camera, teste }: Pick<Passagem, 'chave' | 'camera' | 'teste'>,
  { escondidas }: { escondidas: boolean },
): Promise<Passagem[]> {
  const dela = base(trx).where('chave', '=', chave);
  return (escondidas ? dela : dela.where(unindexed<number>('na_lista'), '=', 1))
    .where(unindexed('camera'), camera === null ? 'is' : '=', camera)
    .where('teste', '=', teste)
    .orderBy('id', 'desc')
    .limit(5)
    .execute();
}

/** The cards of one camera last read between two instants, the newest first. */
export const sameCamera = (
  trx: Transacao,
  { camera, teste }: Pick<Passagem, 'camera' | 'teste'>,
  { de, ate }: { de: string; ate: string },
): Promise<Passagem[]> =>
  base(trx)
    // As the index of a camera's cards spells it.
    .where((eb) => eb('na_lista', '=', eb.lit(1)))
    .where('camera', camera === null ? 'is' : '=', camera)
    .where('teste', '=', teste)
    .where('ultima_leitura_em', '>=', de)
    .where('ultima_leitura_em', '<=', ate)
    .orderBy('ultima_leitura_em', 'desc')
    .orderBy('id', 'desc')
    .limit(VIZINHAS)
    .execute();

/** True when this car raised one of these alarms since then, in another passage. */
export async function wasAlerted(
  trx: Transacao,
  { id, chave }: Pick<Passagem, 'id' | 'chave'>,
  tipos: TipoAlerta[],
  desde: string,
): Promise<boolean> {
  const recentes = await trx
    .selectFrom('passagens')
    .select(['alerta', 'alertado_em'])
    .where('chave', '=', chave)
    .where('id', '<>', id)
    .orderBy('id', 'desc')
    .limit(CARTOES)
    .execute();
  return recentes.some(
    ({ alerta, alertado_em }) =>
      alerta !== null && tipos.includes(alerta) && (alertado_em ?? '') >= desde,
  );
}

/** What a search finds a passage by: its plate, the twin, and the text it was misread as. */
const buscaDe = (placa: string, placaLida: string | null): string =>
  searchText([], [placa, gemeaPlaca(placa) ?? null, placaLida]);

type Nova = Omit<Passagem, 'id' | 'versao' | 'leitura_id' | 'corrigida_em' | 'placa_lida'>;

export async function insert(trx: Transacao, nova: Nova): Promise<number> {
  const { id } = await trx
    .insertInto('passagens')
    .values({ ...nova, versao: 1, busca: buscaDe(nova.placa, null) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes what changed of a passage. */
export async function update(
  trx: Transacao,
  id: number,
  mudanca: Partial<Omit<Passagem, 'id'>> & { corrigida_por?: string },
): Promise<void> {
  const { placa, placa_lida = null } = mudanca;
  const busca = placa === undefined ? {} : { busca: buscaDe(placa, placa_lida) };
  await trx
    .updateTable('passagens')
    .set({ ...mudanca, ...busca })
    .where('id', '=', id)
    .execute();
}
