import { nowIso } from '../../platform/clock.ts';
import type { Banco, Queryable, Transacao } from '../../platform/db/banco.ts';

export interface NovoConviteLinha {
  email: string;
  hash: string;
  criado_por: string;
  criado_em: string;
  expira_em: string;
}

const COLUNAS = ['id', 'email', 'criado_em', 'expira_em', 'aceito_em'] as const;

export type ConviteRow = Awaited<ReturnType<typeof listAbertos>>[number];

export const createConviteRow = (trx: Transacao, convite: NovoConviteLinha) =>
  trx
    .insertInto('convites')
    .values({ ...convite, aceito_em: null })
    .returning('id')
    .executeTakeFirstOrThrow();

export const listAbertos = (db: Banco, agora: string, limite: number) =>
  db
    .selectFrom('convites')
    .select(COLUNAS)
    .where('aceito_em', 'is', null)
    .where('expira_em', '>', agora)
    .orderBy('id', 'desc')
    .limit(limite)
    .execute();

/** Invitations that were accepted or have expired, the newest first. */
export const listPassados = (db: Banco, agora: string, limite: number) =>
  db
    .selectFrom('convites')
    .select(COLUNAS)
    .where((eb) => eb.or([eb('aceito_em', 'is not', null), eb('expira_em', '<=', agora)]))
    .orderBy('id', 'desc')
    .limit(limite)
    .execute();

export const findConvite = (trx: Transacao, id: number) =>
  trx.selectFrom('convites').select(['email', 'aceito_em']).where('id', '=', id).executeTakeFirst();

export async function removeConvite(trx: Transacao, id: number): Promise<void> {
  await trx.deleteFrom('convites').where('id', '=', id).execute();
}

/** Removes the unused invitations of an e-mail, and answers how many there were. */
export async function removeUnused(trx: Transacao, email: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('convites')
    .where('email', '=', email)
    .where('aceito_em', 'is', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The invitation of a hash, when it is neither used nor expired. */
export const findConviteAberto = (db: Queryable, hash: string) =>
  db
    .selectFrom('convites')
    .select(['id', 'email'])
    .where('hash', '=', hash)
    .where('aceito_em', 'is', null)
    .where('expira_em', '>', nowIso())
    .executeTakeFirst();

export const findConviteFor = (db: Queryable, email: string) =>
  db
    .selectFrom('convites')
    .select('id')
    .where('email', '=', email)
    .where('aceito_em', 'is', null)
    .where('expira_em', '>', nowIso())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Uses an invitation up; false when it was already used. */
export async function acceptConvite(trx: Transacao, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('convites')
    .set({ aceito_em: nowIso() })
    .where('id', '=', id)
    .where('aceito_em', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
