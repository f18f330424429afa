/** What the profile reads and writes of its owner's account, and of no other. */
import type { Banco, Transacao } from '../../platform/db/banco.ts';
import { LIFETIME_MS } from '../auth.ts';

/** A session as its row stands, ours or an outside provider's. */
export interface SessaoGuardada {
  id: string;
  agente: string | null;
  endereco: string | null;
  criadaEm: string;
  vistaEm: string;
}

/** Every session of an account that still lives. */
export async function listSessoes(db: Banco | Transacao, conta: string): Promise<SessaoGuardada[]> {
  const agora = Date.now();
  const nascidaDepoisDe = new Date(agora - LIFETIME_MS).toISOString();
  const nossas = await db
    .selectFrom('session')
    .select([
      'id',
      'userAgent as agente',
      'ipAddress as endereco',
      'createdAt as criadaEm',
      'updatedAt as vistaEm',
    ])
    .where('userId', '=', conta)
    .where('expiresAt', '>', new Date(agora).toISOString())
    .where('createdAt', '>', nascidaDepoisDe)
    .execute();
  const externas = await db
    .selectFrom('sessoes_externas')
    .select(['sid as id', 'agente', 'endereco', 'criada_em as criadaEm', 'vista_em as vistaEm'])
    .where('conta', '=', conta)
    .where('encerrada_em', 'is', null)
    .where('criada_em', '>', nascidaDepoisDe)
    .execute();
  return [...nossas, ...externas];
}

/** Ends one session of the account; false when it is not one of its own, or over. */
export async function removeSessaoOf(trx: Transacao, conta: string, id: string): Promise<boolean> {
  const nossa = await trx
    .deleteFrom('session')
    .where('id', '=', id)
    .where('userId', '=', conta)
    .executeTakeFirst();
  if (nossa.numDeletedRows > 0n) return true;
  const externa = await trx
    .updateTable('sessoes_externas')
    .set({ encerrada_em: new Date().toISOString() })
    .where('sid', '=', id)
    .where('conta', '=', conta)
    .where('encerrada_em', 'is', null)
    .executeTakeFirst();
  return externa.numUpdatedRows > 0n;
}

/** The account's own row; `admin` as it stands, whatever a second factor still owes. */
export const getContaRow = (db: Banco | Transacao, id: string) =>
  db
    .selectFrom('user')
    .select(['name', 'email', 'image', 'admin'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** When the password was set; undefined where there is none. */
export async function findSenhaAlteradaEm(
  db: Banco | Transacao,
  conta: string,
): Promise<string | undefined> {
  const credencial = await db
    .selectFrom('account')
    .select('updatedAt')
    .where('userId', '=', conta)
    .where('providerId', '=', 'credential')
    .where('password', 'is not', null)
    .executeTakeFirst();
  return credencial?.updatedAt;
}

/** The last time the account came in before `antes`, and what with; kept by the audit. */
export const findEntradaAntes = (db: Banco, conta: string, antes: string) =>
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

/** Puts a picture into the account, or takes it out with null. */
export async function updateFoto(
  trx: Transacao,
  conta: string,
  image: string | null,
): Promise<void> {
  await trx
    .updateTable('user')
    .set({ image, updatedAt: new Date().toISOString() })
    .where('id', '=', conta)
    .execute();
}
