import { nowIso, nowMs } from '../platform/clock.ts';
import type { Banco, Queryable, Transacao } from '../platform/db/banco.ts';
import { compileOnce } from '../platform/db/compiled.ts';
import type { TabelaSessoes } from '../platform/db/tabelasConta.ts';
import { listAdminEmails } from './cadastro/repo.ts';

export interface SessaoRow {
  id: string;
  email: string;
  name: string;
  admin: number;
  desabilitada_em: string | null;
  pendencia: string | null;
  expira_em: string;
  criada_em: string;
}

/**
 * By the session's id; run at every call, never cached. Each value has a subquery of its own: in
 * SQLite a join of these two tables costs four times as much.
 */
export const findSessao = compileOnce((db, { sid }: { sid: string }) => {
  const daSessao = db.selectFrom('sessoes').where('sid', '=', sid);
  return db
    .selectFrom('contas')
    .select(['id', 'email', 'nome as name', 'admin', 'desabilitada_em', 'pendencia'])
    .select([
      daSessao.select('expira_em').$asScalar().as('expira_em'),
      daSessao.select('criada_em').$asScalar().as('criada_em'),
    ])
    .where('id', '=', daSessao.select('conta'));
});

export async function createSessao(trx: Transacao, sessao: TabelaSessoes): Promise<void> {
  await trx.insertInto('sessoes').values(sessao).execute();
}

/** The session whose cookie has this hash, open or over. */
export const findSessaoByHash = (db: Queryable, hash: string) =>
  db
    .selectFrom('sessoes')
    .select(['sid', 'conta', 'criada_em', 'expira_em'])
    .where('hash', '=', hash)
    .executeTakeFirst();

export async function prolongSessao(
  trx: Transacao,
  sid: string,
  prazo: Pick<TabelaSessoes, 'criada_em' | 'vista_em' | 'expira_em'>,
): Promise<void> {
  await trx.updateTable('sessoes').set(prazo).where('sid', '=', sid).execute();
}

/** The account of an e-mail with its password's hash, disabled ones too. */
export const findCredencial = (db: Queryable, email: string) =>
  db
    .selectFrom('contas')
    .select(['id', 'senha', 'desabilitada_em', 'pendencia'])
    .where('email', '=', email)
    .executeTakeFirst();

export async function hasContas(db: Queryable): Promise<boolean> {
  const uma = await db.selectFrom('contas').select('id').limit(1).executeTakeFirst();
  return uma !== undefined;
}

/** An account that may sign in; undefined when it does not exist, is disabled, or waits. */
export async function findContaAtiva(db: Queryable, id: string) {
  const conta = await db
    .selectFrom('contas')
    .select(['id', 'email', 'nome as name', 'foto_url as picture', 'admin'])
    .where('id', '=', id)
    .where('desabilitada_em', 'is', null)
    .where('pendencia', 'is', null)
    .executeTakeFirst();
  return conta && { ...conta, admin: Boolean(conta.admin) };
}

/** Ends one session, with its device; answers its account, or undefined when it was over. */
export async function removeSessao(trx: Transacao, sid: string): Promise<string | undefined> {
  await trx.deleteFrom('aparelhos').where('sid', '=', sid).execute();
  const encerrada = await trx
    .deleteFrom('sessoes')
    .where('sid', '=', sid)
    .returning('conta')
    .executeTakeFirst();
  if (encerrada) return encerrada.conta;
  const externa = await trx
    .updateTable('sessoes_externas')
    .set({ encerrada_em: nowIso() })
    .where('sid', '=', sid)
    .where('encerrada_em', 'is', null)
    .returning('conta')
    .executeTakeFirst();
  return externa?.conta;
}

/** Ends every session of an account except `exceto`, outside ones too, and answers their ids. */
export async function removeSessoesOf(
  trx: Transacao,
  userId: string,
  exceto = '',
): Promise<string[]> {
  const nossas = await trx
    .deleteFrom('sessoes')
    .where('conta', '=', userId)
    .where('sid', '!=', exceto)
    .returning('sid')
    .execute();
  const externas = await trx
    .updateTable('sessoes_externas')
    .set({ encerrada_em: nowIso() })
    .where('conta', '=', userId)
    .where('sid', '!=', exceto)
    .where('encerrada_em', 'is', null)
    .returning('sid')
    .execute();
  // Also the devices whose session expired before.
  await trx
    .deleteFrom('aparelhos')
    .where('conta', '=', userId)
    .where('sid', '!=', exceto)
    .execute();
  return [...nossas, ...externas].map(({ sid }) => sid);
}

/** When a session was opened; undefined when it is over. */
export async function findSessaoStart(db: Banco, sid: string): Promise<string | undefined> {
  const sessao = await db
    .selectFrom('sessoes')
    .select('criada_em')
    .where('sid', '=', sid)
    .executeTakeFirst();
  return sessao?.criada_em;
}

/** How many accounts there are, and how many may administer now. */
export async function countContas(db: Banco): Promise<{ contas: number; admins: number }> {
  const { contas } = await db
    .selectFrom('contas')
    .select(({ fn }) => fn.countAll<number>().as('contas'))
    .executeTakeFirstOrThrow();
  return { contas: Number(contas), admins: (await listAdminEmails(db)).length };
}

/** A counter of guesses or calls: the total, and the end of its window. */
export const findTentativas = (db: Queryable, chave: string) =>
  db
    .selectFrom('tentativas')
    .select(['total', 'ate'])
    .where('chave', '=', chave)
    .executeTakeFirst();

export async function saveTentativas(
  trx: Transacao,
  chave: string,
  contagem: { total: number; ate: number },
): Promise<void> {
  await trx
    .insertInto('tentativas')
    .values({ chave, ...contagem })
    .onConflict((oc) => oc.column('chave').doUpdateSet(contagem))
    .execute();
}

export async function removeTentativas(trx: Transacao, chave: string): Promise<void> {
  await trx.deleteFrom('tentativas').where('chave', '=', chave).execute();
}

export async function removeTentativasOf(trx: Transacao, inicio: string): Promise<void> {
  await trx
    .deleteFrom('tentativas')
    .where('chave', '>=', inicio)
    .where('chave', '<', `${inicio}\uffff`)
    .execute();
}

/** Invitations contain addresses of people: after their end the screen shows them this long. */
const CONVITES_MS = 90 * 86_400_000;

/** Removes what is over: sessions, links, challenges, old invitations, expired counters. */
export async function pruneConta(db: Banco): Promise<void> {
  const agora = nowMs();
  await db.deleteFrom('sessoes').where('expira_em', '<', new Date(agora).toISOString()).execute();
  await db
    .deleteFrom('tentativas')
    .where('ate', '<', agora - 24 * 3_600_000)
    .execute();
  const hoje = new Date(agora).toISOString();
  await db.deleteFrom('links').where('expira_em', '<', hoje).execute();
  await db.deleteFrom('desafios').where('expira_em', '<', hoje).execute();
  // Accepted ones too: an invitation can only be accepted before it expires.
  const antigos = new Date(agora - CONVITES_MS).toISOString();
  await db.deleteFrom('convites').where('expira_em', '<', antigos).execute();
}
