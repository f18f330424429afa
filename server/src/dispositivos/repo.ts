/** The tables of devices: their settings, what is counted of them, what could not be understood. */
import { type Selectable, sql } from 'kysely';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import { inSlices } from '../platform/db/slices.ts';
import type { TabelaDispositivos, TabelaQuarentena } from '../platform/db/tabelas.ts';

/** Messages kept of one device; the oldest make room. */
const QUARENTENA_MAXIMO = 1_000;

export type Linha = Selectable<TabelaDispositivos>;
export type LinhaQuarentena = Selectable<TabelaQuarentena>;

/** One hour of a device: readings, known messages that are none, and what was refused. */
export interface Hora {
  dispositivo: string;
  hora: string;
  leituras: number;
  ignoradas: number;
  recusadas: number;
}

export const find = (db: Banco | Transacao, id: string): Promise<Linha | undefined> =>
  db.selectFrom('dispositivos').selectAll().where('id', '=', id).executeTakeFirst();

export const list = (db: Banco | Transacao): Promise<Linha[]> =>
  db.selectFrom('dispositivos').selectAll().orderBy('nome').orderBy('id').execute();

/** The device whose token this is, now or until its overlap ends. */
export const findByToken = (db: Banco, hash: string): Promise<Linha | undefined> =>
  db
    .selectFrom('dispositivos')
    .selectAll()
    .where((eb) => eb.or([eb('token_hash', '=', hash), eb('token_anterior_hash', '=', hash)]))
    .executeTakeFirst();

/** Active devices of a dialect: few, for whoever has to ask among them. */
export const activeOf = (db: Banco, dialeto: Linha['dialeto']): Promise<Linha[]> =>
  db
    .selectFrom('dispositivos')
    .selectAll()
    .where('dialeto', '=', dialeto)
    .where('ativo', '=', 1)
    .execute();

/** Active devices that are read from a broker. */
export const withBroker = (db: Banco): Promise<Linha[]> =>
  db
    .selectFrom('dispositivos')
    .selectAll()
    .where('mqtt', 'is not', null)
    .where('ativo', '=', 1)
    .execute();

export async function insert(trx: Transacao, linha: Linha): Promise<void> {
  await trx.insertInto('dispositivos').values(linha).execute();
}

export async function update(trx: Transacao, id: string, mudanca: Partial<Linha>): Promise<void> {
  await trx.updateTable('dispositivos').set(mudanca).where('id', '=', id).execute();
}

/** Takes the device away with what is kept of it; its readings stay. */
export async function remove(trx: Transacao, id: string): Promise<void> {
  await trx.deleteFrom('quarentena').where('dispositivo', '=', id).execute();
  await trx.deleteFrom('dispositivo_horas').where('dispositivo', '=', id).execute();
  await trx.deleteFrom('dispositivos').where('id', '=', id).execute();
}

/** Adds to what is counted of an hour. */
export async function addToHour(trx: Transacao, hora: Hora): Promise<void> {
  await trx
    .insertInto('dispositivo_horas')
    .values(hora)
    .onConflict((oc) =>
      oc.columns(['dispositivo', 'hora']).doUpdateSet({
        leituras: sql`dispositivo_horas.leituras + excluded.leituras`,
        ignoradas: sql`dispositivo_horas.ignoradas + excluded.ignoradas`,
        recusadas: sql`dispositivo_horas.recusadas + excluded.recusadas`,
      }),
    )
    .execute();
}

/** What was counted since an hour, oldest first. */
export const hoursSince = (db: Banco | Transacao, desde: string): Promise<Hora[]> =>
  db
    .selectFrom('dispositivo_horas')
    .selectAll()
    .where('hora', '>=', desde)
    .orderBy('hora')
    .execute();

/** How many messages are kept of each device. */
export async function countQuarentena(db: Banco | Transacao): Promise<Map<string, number>> {
  const linhas = await db
    .selectFrom('quarentena')
    .select(['dispositivo', (eb) => eb.fn.countAll<number>().as('total')])
    .groupBy('dispositivo')
    .execute();
  return new Map(linhas.map(({ dispositivo, total }) => [dispositivo, Number(total)]));
}

/** Keeps a message; beyond a thousand of its device the oldest goes. */
export async function quarantine(
  trx: Transacao,
  mensagem: Omit<LinhaQuarentena, 'id'>,
): Promise<void> {
  await trx.insertInto('quarentena').values(mensagem).execute();
  const { dispositivo } = mensagem;
  const sobra = await trx
    .selectFrom('quarentena')
    .select('id')
    .where('dispositivo', '=', dispositivo)
    .orderBy('id', 'desc')
    .offset(QUARENTENA_MAXIMO)
    .limit(1)
    .executeTakeFirst();
  if (!sobra) return;
  await trx
    .deleteFrom('quarentena')
    .where('dispositivo', '=', dispositivo)
    .where('id', '<=', sobra.id)
    .execute();
}

/** A page of what is kept of a device, newest first, and whether there is more. */
export async function listQuarentena(
  db: Banco,
  dispositivo: string,
  { limite, apos }: { limite: number; apos?: string },
): Promise<{ linhas: LinhaQuarentena[]; proximo?: string }> {
  let consulta = db.selectFrom('quarentena').selectAll().where('dispositivo', '=', dispositivo);
  if (apos !== undefined) consulta = consulta.where('id', '<', Number(apos));
  const achadas = await consulta
    .orderBy('id', 'desc')
    .limit(limite + 1)
    .execute();
  const linhas = achadas.slice(0, limite);
  const ultima = linhas.at(-1);
  return achadas.length > limite && ultima ? { linhas, proximo: String(ultima.id) } : { linhas };
}

export async function clearQuarentena(trx: Transacao, dispositivo: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('quarentena')
    .where('dispositivo', '=', dispositivo)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Forgets messages and hours that are past their time. */
export async function prune(db: Banco, mensagensAte: string, horasAte: string): Promise<void> {
  await inSlices(async (lote) => {
    const { numDeletedRows } = await db
      .deleteFrom('quarentena')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('quarentena as velhas')
          .select('id')
          .where('recebido_em', '<', mensagensAte)
          .limit(lote),
      )
      .executeTakeFirstOrThrow();
    return numDeletedRows;
  });
  await inSlices(async (lote) => {
    const { numDeletedRows } = await db
      .deleteFrom('dispositivo_horas')
      .where((eb) =>
        eb(
          eb.refTuple('dispositivo', 'hora'),
          'in',
          eb
            .selectFrom('dispositivo_horas as velhas')
            .select(['dispositivo', 'hora'])
            .where('hora', '<', horasAte)
            .limit(lote)
            .$asTuple('dispositivo', 'hora'),
        ),
      )
      .executeTakeFirstOrThrow();
    return numDeletedRows;
  });
}
