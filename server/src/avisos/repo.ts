/** SQL of the devices that are called. */
import type { Queryable, Transacao } from '../platform/db/banco.ts';
import type { TabelaAparelhos } from '../platform/db/tabelas.ts';

export type AparelhoRow = TabelaAparelhos;

export const findAparelho = (db: Queryable, id: string) =>
  db.selectFrom('aparelhos').selectAll().where('id', '=', id).executeTakeFirst();

export const listAparelhosOf = (db: Queryable, conta: string): Promise<AparelhoRow[]> =>
  db
    .selectFrom('aparelhos')
    .selectAll()
    .where('conta', '=', conta)
    .orderBy('criado_em', 'desc')
    .orderBy('id')
    .execute();

export async function createAparelho(trx: Transacao, aparelho: AparelhoRow): Promise<void> {
  await trx.insertInto('aparelhos').values(aparelho).execute();
}

export async function updateAparelho(
  trx: Transacao,
  id: string,
  mudanca: Partial<AparelhoRow>,
): Promise<void> {
  await trx.updateTable('aparelhos').set(mudanca).where('id', '=', id).execute();
}

export async function removeAparelho(trx: Transacao, id: string): Promise<void> {
  await trx.deleteFrom('aparelhos').where('id', '=', id).execute();
}

/** Every device: their subscriptions belong to a key pair that is lost. */
export async function removeAparelhos(trx: Transacao): Promise<void> {
  await trx.deleteFrom('aparelhos').execute();
}

/** Removes the devices that no signed-in page was seen on since then. */
export async function removeUnseen(trx: Transacao, desde: string): Promise<void> {
  await trx.deleteFrom('aparelhos').where('visto_em', '<', desde).execute();
}

/** The devices to call: of accounts that may sign in, not of `exceto`, and not paused. */
export const listCalled = (
  db: Queryable,
  { agora, desde, exceto }: { agora: string; desde: string; exceto: string },
): Promise<AparelhoRow[]> =>
  db
    .selectFrom('aparelhos')
    .innerJoin('contas', 'contas.id', 'aparelhos.conta')
    .selectAll('aparelhos')
    .where('contas.desabilitada_em', 'is', null)
    .where('contas.pendencia', 'is', null)
    .where('aparelhos.conta', '!=', exceto)
    .where('visto_em', '>=', desde)
    .where((eb) => eb.or([eb('pausado_ate', 'is', null), eb('pausado_ate', '<=', agora)]))
    .execute();

/** Whether the alarm of a passage waits for an answer. */
export async function isAlertaAberto(db: Queryable, passagem: string): Promise<boolean> {
  const aberta = await db
    .selectFrom('passagens')
    .select('id')
    .where('id', '=', Number(passagem))
    .where('alerta', 'is not', null)
    .where('ciente_em', 'is', null)
    .executeTakeFirst();
  return aberta !== undefined;
}

/** The person who registered a passage by hand; undefined when a device read it. */
export async function findRegistrador(
  db: Queryable,
  passagem: string,
): Promise<string | undefined> {
  const ato = await db
    .selectFrom('auditoria')
    .select('quem')
    .where('entidade', '=', 'passagem')
    .where('chave', '=', passagem)
    .where('acao', '=', 'registrar')
    .executeTakeFirst();
  return ato?.quem ?? undefined;
}
