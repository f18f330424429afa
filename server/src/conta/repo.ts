import type { Banco, Transacao } from '../platform/db/banco.ts';
import { listEmailsDeAdmins } from './cadastro/repo.ts';

/** A session with the account it belongs to. */
export interface Sessao {
  id: string;
  email: string;
  name: string;
  admin: number;
  desabilitadoEm: string | null;
  pendencia: string | null;
  expiresAt: string;
  createdAt: string;
}

/**
 * The session and its account by the session's id: compiled once, run at every call, never cached.
 */
export function prepareFindSessao(db: Banco) {
  const consulta = db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select([
      'session.expiresAt',
      'session.createdAt',
      'user.id',
      'user.email',
      'user.name',
      'user.admin',
      'user.desabilitadoEm',
      'user.pendencia',
    ])
    .where('session.id', '=', '')
    .compile();
  return async (sid: string): Promise<Sessao | undefined> => {
    const { rows } = await db.executeQuery<Sessao>({ ...consulta, parameters: [sid] });
    return rows[0];
  };
}

/** The public half of a signing key. */
export const findChave = (db: Banco, kid: string) =>
  db.selectFrom('jwks').select(['publicKey', 'alg']).where('id', '=', kid).executeTakeFirst();

/** Signing keys that nobody can open any more. */
export const removeChaves = (db: Banco) => db.deleteFrom('jwks').execute();

/** The account of an e-mail with its password's hash, disabled ones too. */
export const findCredencial = (db: Banco | Transacao, email: string) =>
  db
    .selectFrom('user')
    .innerJoin('account', 'account.userId', 'user.id')
    .select(['user.id', 'account.password', 'user.desabilitadoEm', 'user.pendencia'])
    .where('user.email', '=', email)
    .where('account.providerId', '=', 'credential')
    .executeTakeFirst();

/** Whether anybody has an account yet. */
export async function hasContas(db: Banco | Transacao): Promise<boolean> {
  const uma = await db.selectFrom('user').select('id').limit(1).executeTakeFirst();
  return uma !== undefined;
}

/** An account that may come in; undefined when it is not there, disabled, or still waits. */
export async function findContaAtiva(db: Banco | Transacao, id: string) {
  const conta = await db
    .selectFrom('user')
    .select(['id', 'email', 'name', 'image as picture', 'admin'])
    .where('id', '=', id)
    .where('desabilitadoEm', 'is', null)
    .where('pendencia', 'is', null)
    .executeTakeFirst();
  return conta && { ...conta, admin: Boolean(conta.admin) };
}

/** Ends one session, ours or an outside one, and answers whose it was; undefined when it was over. */
export async function removeSessao(trx: Transacao, sid: string): Promise<string | undefined> {
  const encerrada = await trx
    .deleteFrom('session')
    .where('id', '=', sid)
    .returning('userId')
    .executeTakeFirst();
  if (encerrada) return encerrada.userId;
  const externa = await trx
    .updateTable('sessoes_externas')
    .set({ encerrada_em: new Date().toISOString() })
    .where('sid', '=', sid)
    .where('encerrada_em', 'is', null)
    .returning('conta')
    .executeTakeFirst();
  return externa?.conta;
}

/** Ends every session of an account but `exceto`, the outside ones too, and answers which. */
export async function removeSessoesOf(
  trx: Transacao,
  userId: string,
  exceto = '',
): Promise<string[]> {
  const nossas = await trx
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('id', '!=', exceto)
    .returning('id')
    .execute();
  const externas = await trx
    .updateTable('sessoes_externas')
    .set({ encerrada_em: new Date().toISOString() })
    .where('conta', '=', userId)
    .where('sid', '!=', exceto)
    .where('encerrada_em', 'is', null)
    .returning('sid')
    .execute();
  return [...nossas.map(({ id }) => id), ...externas.map(({ sid }) => sid)];
}

/** When a session was opened; undefined when it is over. */
export async function findCriacaoDaSessao(db: Banco, sid: string): Promise<string | undefined> {
  const sessao = await db
    .selectFrom('session')
    .select('createdAt')
    .where('id', '=', sid)
    .executeTakeFirst();
  return sessao?.createdAt;
}

/** How many accounts there are, and how many may administer now. */
export async function countContas(db: Banco): Promise<{ contas: number; admins: number }> {
  const { contas } = await db
    .selectFrom('user')
    .select(({ fn }) => fn.countAll<number>().as('contas'))
    .executeTakeFirstOrThrow();
  return { contas: Number(contas), admins: (await listEmailsDeAdmins(db)).length };
}

/** A counter of guesses or calls: how many, and until when it matters. */
export const findTentativas = (db: Banco | Transacao, chave: string) =>
  db
    .selectFrom('tentativas')
    .select(['total', 'ate'])
    .where('chave', '=', chave)
    .executeTakeFirst();

/** Keeps a counter, in place of the one before. */
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

/** Takes a counter away. */
export async function removeTentativas(trx: Transacao, chave: string): Promise<void> {
  await trx.deleteFrom('tentativas').where('chave', '=', chave).execute();
}

/** Takes away every counter whose key begins like this. */
export async function removeTentativasOf(trx: Transacao, inicio: string): Promise<void> {
  await trx
    .deleteFrom('tentativas')
    .where('chave', '>=', inicio)
    .where('chave', '<', `${inicio}\uffff`)
    .execute();
}

/** Invitations hold addresses of people: past their time, the screen shows them this long. */
const CONVITES_MS = 90 * 86_400_000;

/** Forgets what is over: sessions, links, questions, old invitations, counters nobody asks for. */
export async function pruneConta(db: Banco): Promise<void> {
  const agora = Date.now();
  await db.deleteFrom('session').where('expiresAt', '<', new Date(agora).toISOString()).execute();
  await db
    .deleteFrom('tentativas')
    .where('ate', '<', agora - 24 * 3_600_000)
    .execute();
  const hoje = new Date(agora).toISOString();
  await db.deleteFrom('links').where('expira_em', '<', hoje).execute();
  await db.deleteFrom('desafios').where('expira_em', '<', hoje).execute();
  // Also the accepted ones: an invitation is accepted within the days that it is good for.
  const antigos = new Date(agora - CONVITES_MS).toISOString();
  await db.deleteFrom('convites').where('expira_em', '<', antigos).execute();
}
