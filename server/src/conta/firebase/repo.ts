import { nowIso } from '../../platform/clock.ts';
import type { Banco, Queryable, Transacao } from '../../platform/db/banco.ts';

export const PROVEDOR = 'firebase';

/** The session's fields are null when it was never opened here. */
export interface ContaExterna {
  id: string;
  email: string;
  name: string;
  admin: number;
  desabilitada_em: string | null;
  pendencia: 'email' | 'aprovacao' | null;
  criadaEm: string | null;
  vistaEm: string | null;
  encerradaEm: string | null;
}

const selectConta = (db: Queryable, uid: string, sid: string) =>
  db
    .selectFrom('vinculos')
    .innerJoin('contas', 'contas.id', 'vinculos.conta')
    .leftJoin('sessoes_externas', (join) =>
      join.onRef('sessoes_externas.conta', '=', 'contas.id').on('sessoes_externas.sid', '=', sid),
    )
    .select([
      'contas.id',
      'contas.email',
      'contas.nome as name',
      'contas.admin',
      'contas.desabilitada_em',
      'contas.pendencia',
      'sessoes_externas.criada_em as criadaEm',
      'sessoes_externas.vista_em as vistaEm',
      'sessoes_externas.encerrada_em as encerradaEm',
    ])
    .where('vinculos.provedor', '=', PROVEDOR)
    .where('vinculos.identificador', '=', uid);

/** The account of a uid with the session `sid`; undefined for a new uid. */
export const findExterna = (
  db: Queryable,
  uid: string,
  sid: string,
): Promise<ContaExterna | undefined> => selectConta(db, uid, sid).executeTakeFirst();

/** As `findExterna`: compiled once, run at every call, never cached. */
export function prepareFindExterna(db: Banco) {
  const compilada = selectConta(db, '', '').compile();
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

/** Opens a session of the provider; for an existing one it only updates the last use. */
export async function saveSessao(trx: Transacao, sessao: NovaSessao): Promise<void> {
  const { criada, vista, ...resto } = sessao;
  const vista_em = vista.toISOString();
  await trx
    .insertInto('sessoes_externas')
    .values({ ...resto, criada_em: criada.toISOString(), vista_em, encerrada_em: null })
    .onConflict((oc) => oc.column('sid').doUpdateSet({ vista_em }))
    .execute();
}

export async function touchExterna(trx: Transacao, sid: string): Promise<void> {
  await trx
    .updateTable('sessoes_externas')
    .set({ vista_em: nowIso() })
    .where('sid', '=', sid)
    .where('encerrada_em', 'is', null)
    .execute();
}

/** Removes sessions that began before `antes`: their tokens are refused because of their age. */
export async function pruneExternas(db: Banco, antes: Date): Promise<void> {
  await db.deleteFrom('sessoes_externas').where('criada_em', '<', antes.toISOString()).execute();
}

/** Gives an account its first picture; a picture that the owner chose meanwhile stays. */
export async function setFotoIfNone(
  trx: Transacao,
  conta: string,
  foto_url: string,
): Promise<void> {
  await trx
    .updateTable('contas')
    .set({ foto_url, atualizada_em: nowIso() })
    .where('id', '=', conta)
    .where('foto_url', 'is', null)
    .execute();
}
