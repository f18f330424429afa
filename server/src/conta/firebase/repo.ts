import type { Banco, Transacao } from '../../platform/db/banco.ts';

/** The `providerId` of accounts that this provider proves. */
export const PROVEDOR = 'firebase';

/** The account of a uid, and one of its sessions: null where that was never opened here. */
export interface ContaExterna {
  id: string;
  email: string;
  name: string;
  admin: number;
  desabilitadoEm: string | null;
  pendencia: 'email' | 'aprovacao' | null;
  criadaEm: string | null;
  vistaEm: string | null;
  encerradaEm: string | null;
}

const consulta = (db: Banco | Transacao, uid: string, sid: string) =>
  db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .leftJoin('sessoes_externas', (join) =>
      join.onRef('sessoes_externas.conta', '=', 'user.id').on('sessoes_externas.sid', '=', sid),
    )
    .select([
      'user.id',
      'user.email',
      'user.name',
      'user.admin',
      'user.desabilitadoEm',
      'user.pendencia',
      'sessoes_externas.criada_em as criadaEm',
      'sessoes_externas.vista_em as vistaEm',
      'sessoes_externas.encerrada_em as encerradaEm',
    ])
    .where('account.providerId', '=', PROVEDOR)
    .where('account.accountId', '=', uid);

/** The account of a uid with the session `sid` of it; undefined when the uid is new. */
export const findExterna = (
  db: Banco | Transacao,
  uid: string,
  sid: string,
): Promise<ContaExterna | undefined> => consulta(db, uid, sid).executeTakeFirst();

/** As `findExterna`: compiled once, run at every call, never cached. */
export function prepareFindExterna(db: Banco) {
  const compilada = consulta(db, '', '').compile();
  return async (uid: string, sid: string): Promise<ContaExterna | undefined> => {
    const { rows } = await db.executeQuery<ContaExterna>({
      ...compilada,
      parameters: [sid, PROVEDOR, uid],
    });
    return rows[0];
  };
}

export interface NovaSessao {
  sid: string;
  conta: string;
  agente: string | null;
  endereco: string | null;
  criada: Date;
  vista: Date;
}

/** Opens a session that the provider keeps; one that is there is only seen again. */
export async function saveSessao(trx: Transacao, sessao: NovaSessao): Promise<void> {
  const { criada, vista, ...resto } = sessao;
  const vista_em = vista.toISOString();
  await trx
    .insertInto('sessoes_externas')
    .values({ ...resto, criada_em: criada.toISOString(), vista_em, encerrada_em: null })
    .onConflict((oc) => oc.column('sid').doUpdateSet({ vista_em }))
    .execute();
}

/** Notes that a session was used. */
export async function touchExterna(trx: Transacao, sid: string): Promise<void> {
  await trx
    .updateTable('sessoes_externas')
    .set({ vista_em: new Date().toISOString() })
    .where('sid', '=', sid)
    .where('encerrada_em', 'is', null)
    .execute();
}

/** Forgets sessions that began before `antes`: their tokens are refused for their age alone. */
export async function pruneExternas(db: Banco, antes: Date): Promise<void> {
  await db.deleteFrom('sessoes_externas').where('criada_em', '<', antes.toISOString()).execute();
}

/** Gives an account its first picture; one that its owner chose meanwhile stays. */
export async function setFotoIfNone(trx: Transacao, conta: string, image: string): Promise<void> {
  await trx
    .updateTable('user')
    .set({ image, updatedAt: new Date().toISOString() })
    .where('id', '=', conta)
    .where('image', 'is', null)
    .execute();
}
