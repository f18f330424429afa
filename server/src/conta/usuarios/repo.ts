/** The tables of accounts, as the administration reads and changes them. */
import type { SituacaoUsuario } from '@unipark/contract/usuario';
import type { Banco, Transacao } from '../../platform/db/banco.ts';
import { everyRow } from '../../platform/db/page.ts';

/** What finding and sorting need of an account, and nothing more: all of them are looked at. */
export interface ContaNaLista {
  id: string;
  name: string;
  email: string;
}

const PELO_ID = { coluna: 'user.id', chave: 'user.id', desc: false };

const COLUNAS = [
  'id',
  'name',
  'email',
  'image',
  'admin',
  'emailVerified',
  'desabilitadoEm',
  'pendencia',
  'createdAt',
] as const;

export type LinhaUsuario = NonNullable<Awaited<ReturnType<typeof findUsuario>>>;

/** Every account of a situation (undefined: of any), slice by slice. */
export function everyConta(db: Banco, situacao?: SituacaoUsuario): AsyncGenerator<ContaNaLista[]> {
  const todas = db.selectFrom('user').select(['user.id', 'user.name', 'user.email']);
  if (situacao === undefined) return everyRow(todas, PELO_ID);
  if (situacao === 'desabilitada') {
    return everyRow(todas.where('desabilitadoEm', 'is not', null), PELO_ID);
  }
  const habilitadas = todas.where('desabilitadoEm', 'is', null);
  return everyRow(
    situacao === 'ativa'
      ? habilitadas.where('pendencia', 'is', null)
      : habilitadas.where('pendencia', '=', situacao),
    PELO_ID,
  );
}

/** One account, whatever its situation. */
export const findUsuario = (db: Banco | Transacao, id: string) =>
  db.selectFrom('user').select(COLUNAS).where('id', '=', id).executeTakeFirst();

/** The accounts of a page, in no order. */
export const findUsuarios = (db: Banco | Transacao, ids: string[]): Promise<LinhaUsuario[]> =>
  db.selectFrom('user').select(COLUNAS).where('id', 'in', ids).execute();

/** When each of these accounts was last seen, by the sessions that are still open. */
export async function lastSeen(db: Banco | Transacao, ids: string[]): Promise<Map<string, string>> {
  const nossas = await db
    .selectFrom('session')
    .select(['userId as conta', (eb) => eb.fn.max<string>('updatedAt').as('vista')])
    .where('userId', 'in', ids)
    .where('expiresAt', '>', new Date().toISOString())
    .groupBy('userId')
    .execute();
  const externas = await db
    .selectFrom('sessoes_externas')
    .select(['conta', (eb) => eb.fn.max<string>('vista_em').as('vista')])
    .where('conta', 'in', ids)
    .where('encerrada_em', 'is', null)
    .groupBy('conta')
    .execute();
  const vistas = new Map<string, string>();
  for (const { conta, vista } of [...nossas, ...externas]) {
    if (vista > (vistas.get(conta) ?? '')) vistas.set(conta, vista);
  }
  return vistas;
}

/** Which of these accounts have a second factor. */
export async function withFator(db: Banco | Transacao, ids: string[]): Promise<Set<string>> {
  const totp = await db
    .selectFrom('totp')
    .select('conta')
    .where('conta', 'in', ids)
    .where('confirmado_em', 'is not', null)
    .execute();
  const chaves = await db
    .selectFrom('chaves_acesso')
    .select('conta')
    .distinct()
    .where('conta', 'in', ids)
    .execute();
  return new Set([...totp, ...chaves].map(({ conta }) => conta));
}

/** Whether somebody else than `id` could administer after this: enabled, and waiting for nothing. */
export async function hasOtherAdmin(trx: Transacao, id: string): Promise<boolean> {
  const outro = await trx
    .selectFrom('user')
    .select('id')
    .where('admin', '=', 1)
    .where('desabilitadoEm', 'is', null)
    .where('pendencia', 'is', null)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst();
  return outro !== undefined;
}

type Mudanca = Partial<Pick<LinhaUsuario, 'admin' | 'desabilitadoEm' | 'pendencia'>>;

/** Changes what is named, and nothing else of the account. */
export async function updateUsuario(trx: Transacao, id: string, mudanca: Mudanca): Promise<void> {
  await trx
    .updateTable('user')
    .set({ ...mudanca, updatedAt: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
}

/** Takes the account away, with everything that hangs on it. */
export async function removeUsuario(trx: Transacao, id: string): Promise<void> {
  await trx.deleteFrom('user').where('id', '=', id).execute();
}
