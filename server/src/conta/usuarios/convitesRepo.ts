import type { Banco, Transacao } from '../../platform/db/banco.ts';

export interface NovoConviteLinha {
  email: string;
  hash: string;
  criado_por: string;
  criado_em: string;
  expira_em: string;
}

const COLUNAS = ['id', 'email', 'criado_em', 'expira_em', 'aceito_em'] as const;

export type LinhaConvite = Awaited<ReturnType<typeof listAbertos>>[number];

/** Keeps an invitation, by the hash of its token. */
export const createConviteRow = (trx: Transacao, convite: NovoConviteLinha) =>
  trx
    .insertInto('convites')
    .values({ ...convite, aceito_em: null })
    .returning('id')
    .executeTakeFirstOrThrow();

/** Invitations that still open an account, the newest first. */
export const listAbertos = (db: Banco, agora: string, limite: number) =>
  db
    .selectFrom('convites')
    .select(COLUNAS)
    .where('aceito_em', 'is', null)
    .where('expira_em', '>', agora)
    .orderBy('id', 'desc')
    .limit(limite)
    .execute();

/** Invitations that were accepted or came of age, the newest first. */
export const listPassados = (db: Banco, agora: string, limite: number) =>
  db
    .selectFrom('convites')
    .select(COLUNAS)
    .where((eb) => eb.or([eb('aceito_em', 'is not', null), eb('expira_em', '<=', agora)]))
    .orderBy('id', 'desc')
    .limit(limite)
    .execute();

/** An invitation, whatever became of it. */
export const findConvite = (trx: Transacao, id: number) =>
  trx.selectFrom('convites').select(['email', 'aceito_em']).where('id', '=', id).executeTakeFirst();

/** Takes an invitation away. */
export async function removeConvite(trx: Transacao, id: number): Promise<void> {
  await trx.deleteFrom('convites').where('id', '=', id).execute();
}

/** Takes the unused invitations of an e-mail away, and answers how many there were. */
export async function removeUnused(trx: Transacao, email: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('convites')
    .where('email', '=', email)
    .where('aceito_em', 'is', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
