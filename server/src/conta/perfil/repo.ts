/** SQL of the profile: only rows of the caller's own account. */
import { nowIso, nowMs } from '../../platform/clock.ts';
import type { Banco, Queryable, Transacao } from '../../platform/db/banco.ts';
import { IDLE_MS, LIFETIME_MS } from '../sessao/prazo.ts';

/** A session's row, local or of an outside provider. */
export interface SessaoGuardada {
  id: string;
  agente: string | null;
  endereco: string | null;
  criadaEm: string;
  vistaEm: string;
}

export async function listSessoes(db: Queryable, conta: string): Promise<SessaoGuardada[]> {
  const agora = nowMs();
  const nascidaDepoisDe = new Date(agora - LIFETIME_MS).toISOString();
  const nossas = await db
    .selectFrom('sessoes')
    .select(['sid as id', 'agente', 'endereco', 'criada_em as criadaEm', 'vista_em as vistaEm'])
    .where('conta', '=', conta)
    .where('expira_em', '>', new Date(agora).toISOString())
    .where('criada_em', '>', nascidaDepoisDe)
    .execute();
  const externas = await db
    .selectFrom('sessoes_externas')
    .select(['sid as id', 'agente', 'endereco', 'criada_em as criadaEm', 'vista_em as vistaEm'])
    .where('conta', '=', conta)
    .where('encerrada_em', 'is', null)
    .where('criada_em', '>', nascidaDepoisDe)
    .where('vista_em', '>', new Date(agora - IDLE_MS).toISOString())
    .execute();
  return [...nossas, ...externas];
}

/** Ends one session of the account; false when it belongs to another account, or is over. */
export async function removeSessaoOf(trx: Transacao, conta: string, id: string): Promise<boolean> {
  await trx.deleteFrom('aparelhos').where('sid', '=', id).where('conta', '=', conta).execute();
  const nossa = await trx
    .deleteFrom('sessoes')
    .where('sid', '=', id)
    .where('conta', '=', conta)
    .executeTakeFirst();
  if (nossa.numDeletedRows > 0n) return true;
  const externa = await trx
    .updateTable('sessoes_externas')
    .set({ encerrada_em: nowIso() })
    .where('sid', '=', id)
    .where('conta', '=', conta)
    .where('encerrada_em', 'is', null)
    .executeTakeFirst();
  return externa.numUpdatedRows > 0n;
}

/** The account's own row; `admin` as stored, also while a second factor is missing. */
export const getContaRow = (db: Queryable, id: string) =>
  db
    .selectFrom('contas')
    .select(['nome', 'email', 'foto_url', 'admin'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** When the password was set; undefined when there is none. */
export async function findSenhaDate(db: Queryable, conta: string): Promise<string | undefined> {
  const credencial = await db
    .selectFrom('contas')
    .select('senha_alterada_em')
    .where('id', '=', conta)
    .where('senha', 'is not', null)
    .executeTakeFirst();
  return credencial?.senha_alterada_em ?? undefined;
}

/** The last sign-in before `antes` and its user agent, from the audit. */
export const findEntradaBefore = (db: Banco, conta: string, antes: string) =>
  db
    .selectFrom('auditoria')
    .leftJoin('auditoria_detalhes', 'auditoria_detalhes.auditoria_id', 'auditoria.id')
    .select(['auditoria.quando', 'auditoria_detalhes.detalhe'])
    .where('auditoria.entidade', '=', 'conta')
    .where('auditoria.chave', '=', conta)
    .where('auditoria.acao', '=', 'entrar')
    .where('auditoria.quando', '<', antes)
    .orderBy('auditoria.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Stores the picture of an account; null removes it. */
export async function updateFoto(
  trx: Transacao,
  conta: string,
  foto_url: string | null,
): Promise<void> {
  await trx
    .updateTable('contas')
    .set({ foto_url, atualizada_em: nowIso() })
    .where('id', '=', conta)
    .execute();
}
