import type { ListaUsuarios, SituacaoUsuario } from '@unipark/contract/usuario';
import { nowIso } from '../../platform/clock.ts';
import type { Banco, Queryable, Transacao } from '../../platform/db/banco.ts';
import { countUpTo, paginate, sourceOf } from '../../platform/db/page.ts';
import { parseTerms, rowCondition } from '../../platform/db/search.ts';

const PELO_NOME = { coluna: 'contas.nome_ordem', chave: 'contas.id', desc: false };

const COLUNAS = [
  'contas.id',
  'nome',
  'email',
  'foto_url',
  'admin',
  'email_verificado',
  'desabilitada_em',
  'pendencia',
  'criada_em',
] as const;

const base = (db: Queryable) => db.selectFrom('contas').select(COLUNAS);

export type UsuarioRow = NonNullable<Awaited<ReturnType<typeof findUsuario>>>;

function inSituacao(db: Banco, situacao?: SituacaoUsuario) {
  const todas = base(db);
  if (situacao === undefined) return todas;
  if (situacao === 'desabilitada') return todas.where('desabilitada_em', 'is not', null);
  const habilitadas = todas.where('desabilitada_em', 'is', null);
  return situacao === 'ativa'
    ? habilitadas.where('pendencia', 'is', null)
    : habilitadas.where('pendencia', '=', situacao);
}

export async function listContas(db: Banco, { q, situacao, ...pagina }: ListaUsuarios) {
  const todas = inSituacao(db, situacao);
  const achadas = q === undefined ? todas : todas.where(rowCondition('contas', parseTerms(q)));
  const total = await countUpTo(db, achadas, Number.MAX_SAFE_INTEGER - 1);
  return { ...(await paginate(sourceOf(db, achadas), PELO_NOME, pagina)), total };
}

export const findUsuario = (db: Queryable, id: string) =>
  base(db).where('id', '=', id).executeTakeFirst();

/** When each of these accounts was last seen, from its open sessions. */
export async function listLastSeen(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const nossas = await db
    .selectFrom('sessoes')
    .select(['conta', (eb) => eb.fn.max<string>('vista_em').as('vista')])
    .where('conta', 'in', ids)
    .where('expira_em', '>', nowIso())
    .groupBy('conta')
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

export async function listWithFator(db: Queryable, ids: string[]): Promise<Set<string>> {
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

/** Whether an account other than `id` may administer: enabled, and not waiting. */
export async function hasOtherAdmin(trx: Transacao, id: string): Promise<boolean> {
  const outro = await trx
    .selectFrom('contas')
    .select('id')
    .where('admin', '=', 1)
    .where('desabilitada_em', 'is', null)
    .where('pendencia', 'is', null)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst();
  return outro !== undefined;
}

type ContaPatch = Partial<Pick<UsuarioRow, 'admin' | 'desabilitada_em' | 'pendencia'>>;

export async function updateUsuario(
  trx: Transacao,
  id: string,
  mudanca: ContaPatch,
): Promise<void> {
  await trx
    .updateTable('contas')
    .set({ ...mudanca, atualizada_em: nowIso() })
    .where('id', '=', id)
    .execute();
}

/** Removes the account, with everything that belongs to it. */
export async function removeUsuario(trx: Transacao, id: string): Promise<void> {
  await trx.deleteFrom('contas').where('id', '=', id).execute();
}
