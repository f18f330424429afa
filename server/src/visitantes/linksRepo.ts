/** Links that hosts give to visitors, and the passes that come of them. */
import type { LinkVisita, NovoLinkVisita } from '@unipark/contract/linkVisita';
import { keyOfPlaca } from '@unipark/contract/placa';
import { nowIso } from '../platform/clock.ts';
import type { Queryable, Transacao } from '../platform/db/banco.ts';

const COLUNAS = [
  ...(['id', 'anfitriao', 'destino', 'de', 'ate'] as const),
  ...(['usos_maximo', 'usos', 'criado_em', 'revogado_em'] as const),
];

export type LinkVisitaRow = Omit<LinkVisita, 'id'> & { id: number; revogado_em: string | null };

export const createLinkRow = (
  trx: Transacao,
  novo: NovoLinkVisita,
  hash: string,
): Promise<LinkVisitaRow> =>
  trx
    .insertInto('links_visita')
    .values({ ...novo, hash, usos: 0, criado_em: nowIso(), revogado_em: null })
    .returning(COLUNAS)
    .executeTakeFirstOrThrow();

/** The links that visitors can still fill in, newest first. */
export const listOpenLinks = (db: Queryable, limite: number): Promise<LinkVisitaRow[]> =>
  db
    .selectFrom('links_visita')
    .select(COLUNAS)
    .where('ate', '>', nowIso())
    .where('revogado_em', 'is', null)
    .whereRef('usos', '<', 'usos_maximo')
    .orderBy('id', 'desc')
    .limit(limite)
    .execute();

export const findLink = (db: Queryable, id: number): Promise<LinkVisitaRow | undefined> =>
  db.selectFrom('links_visita').select(COLUNAS).where('id', '=', id).executeTakeFirst();

export const findLinkByHash = (db: Queryable, hash: string): Promise<LinkVisitaRow | undefined> =>
  db.selectFrom('links_visita').select(COLUNAS).where('hash', '=', hash).executeTakeFirst();

export async function endLink(trx: Transacao, id: number): Promise<void> {
  await trx
    .updateTable('links_visita')
    .set({ revogado_em: nowIso() })
    .where('id', '=', id)
    .execute();
}

/** Counts a visitor; false when another one has taken the last place. */
export async function countUse(trx: Transacao, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('links_visita')
    .set((eb) => ({ usos: eb('usos', '+', 1) }))
    .where('id', '=', id)
    .whereRef('usos', '<', 'usos_maximo')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whether staff cancelled a pass of this car that came of this link. */
export async function hasCancelled(trx: Transacao, link: number, placa: string): Promise<boolean> {
  const cancelado = await trx
    .selectFrom('visitantes')
    .select('id')
    .where('chave', '=', keyOfPlaca(placa))
    .where('link', '=', link)
    .where('cancelado_em', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return cancelado !== undefined;
}

/** The pass in force that this person already has from this link: an answer may have been lost. */
export const findRepeated = (trx: Transacao, link: number, placa: string, nome: string) =>
  trx
    .selectFrom('visitantes')
    .select(['nome', 'placa', 'anfitriao', 'destino', 'de', 'ate'])
    .where('chave', '=', keyOfPlaca(placa))
    .where('ate', '>', nowIso())
    .where('link', '=', link)
    .where('nome', '=', nome)
    .executeTakeFirst();
