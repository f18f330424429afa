import { type Selectable, sql } from 'kysely';
import type { Banco, Queryable, Transacao } from '../platform/db/banco.ts';
import { inSlices } from '../platform/db/slices.ts';
import type { TabelaDispositivos, TabelaQuarentena } from '../platform/db/tabelas.ts';

/** Messages kept of one device; the oldest are removed. */
const QUARENTENA_MAXIMO = 1_000;

export type DispositivoRow = Selectable<TabelaDispositivos>;
export type QuarentenaRow = Selectable<TabelaQuarentena>;

/** One hour of a device: readings, known messages without a reading, and refused messages. */
export interface MovimentoHour {
  dispositivo: string;
  hora: string;
  leituras: number;
  ignoradas: number;
  recusadas: number;
}

export const find = (db: Queryable, id: string): Promise<DispositivoRow | undefined> =>
  db.selectFrom('dispositivos').selectAll().where('id', '=', id).executeTakeFirst();

export const list = (db: Queryable): Promise<DispositivoRow[]> =>
  db.selectFrom('dispositivos').selectAll().orderBy('nome').orderBy('id').execute();

/** The device of this token, current or previous (until its overlap ends). */
export const findByToken = (db: Banco, hash: string): Promise<DispositivoRow | undefined> =>
  db
    .selectFrom('dispositivos')
    .selectAll()
    .where((eb) => eb.or([eb('token_hash', '=', hash), eb('token_anterior_hash', '=', hash)]))
    .executeTakeFirst();

/** Active devices of a dialect, to look for a sender among them. */
export const listActive = (
  db: Banco,
  dialeto: DispositivoRow['dialeto'],
): Promise<DispositivoRow[]> =>
  db
    .selectFrom('dispositivos')
    .selectAll()
    .where('dialeto', '=', dialeto)
    .where('ativo', '=', 1)
    .execute();

/** Active devices that are read from a broker. */
export const listWithBroker = (db: Banco): Promise<DispositivoRow[]> =>
  db
    .selectFrom('dispositivos')
    .selectAll()
    .where('mqtt', 'is not', null)
    .where('ativo', '=', 1)
    .execute();

export async function insert(trx: Transacao, linha: DispositivoRow): Promise<void> {
  await trx.insertInto('dispositivos').values(linha).execute();
}

export async function update(
  trx: Transacao,
  id: string,
  mudanca: Partial<DispositivoRow>,
): Promise<void> {
  await trx.updateTable('dispositivos').set(mudanca).where('id', '=', id).execute();
}

/** Removes the device with its counts and messages; its readings stay. */
export async function remove(trx: Transacao, id: string): Promise<void> {
  await trx.deleteFrom('quarentena').where('dispositivo', '=', id).execute();
  await trx.deleteFrom('dispositivo_horas').where('dispositivo', '=', id).execute();
  await trx.deleteFrom('dispositivos').where('id', '=', id).execute();
}

export async function addToHour(trx: Transacao, hora: MovimentoHour): Promise<void> {
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

export const listHoursSince = (db: Queryable, desde: string): Promise<MovimentoHour[]> =>
  db
    .selectFrom('dispositivo_horas')
    .selectAll()
    .where('hora', '>=', desde)
    .orderBy('hora')
    .execute();

export async function countQuarentena(db: Queryable): Promise<Map<string, number>> {
  const linhas = await db
    .selectFrom('quarentena')
    .select(['dispositivo', (eb) => eb.fn.countAll<number>().as('total')])
    .groupBy('dispositivo')
    .execute();
  return new Map(linhas.map(({ dispositivo, total }) => [dispositivo, Number(total)]));
}

/** Keeps a message; above a thousand of its device the oldest is removed. */
export async function quarantine(
  trx: Transacao,
  mensagem: Omit<QuarentenaRow, 'id'>,
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

/** A page of a device's kept messages, newest first, and whether there are more. */
export async function listQuarentena(
  db: Banco,
  dispositivo: string,
  { limite, apos }: { limite: number; apos?: string },
): Promise<{ linhas: QuarentenaRow[]; proximo?: string }> {
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
