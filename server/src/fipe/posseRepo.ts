/** Whose an edition is while one process fills it; `viva_em` is the last sign of life. */
import type { Transacao } from '../platform/db/banco.ts';
import { type Edicao, SILENCIO_MS } from './edicoesRepo.ts';

/** How far the making is, with what is known of it by then. */
export type Passo = Partial<Pick<Edicao, 'feitos' | 'total' | 'referencia'>>;

const now = (): string => new Date().toISOString();

/** Makes an edition ours. False: somebody else did since it was read. */
export async function take(
  trx: Transacao,
  edicao: Pick<Edicao, 'id' | 'situacao' | 'viva_em'>,
  dono: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('catalogo_edicoes')
    .set({ dono, viva_em: now() })
    .where('id', '=', edicao.id)
    .where('situacao', '=', edicao.situacao)
    .where('viva_em', '=', edicao.viva_em)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** A sign of life, and how far it is. False: it is ours no longer. */
export async function keep(
  trx: Transacao,
  edicao: Pick<Edicao, 'id' | 'situacao'>,
  dono: string,
  passo: Passo = {},
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('catalogo_edicoes')
    .set({ ...passo, viva_em: now() })
    .where('id', '=', edicao.id)
    .where('situacao', '=', edicao.situacao)
    .where('dono', '=', dono)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Lets an edition go, at once free for whoever comes next; with `dono`, only if it is theirs. */
export async function release(trx: Transacao, edicao: number, dono?: string): Promise<void> {
  const solta = new Date(Date.now() - SILENCIO_MS).toISOString();
  let ato = trx
    .updateTable('catalogo_edicoes')
    .set({ dono: null, viva_em: solta })
    .where('id', '=', edicao);
  if (dono !== undefined) ato = ato.where('dono', '=', dono);
  await ato.execute();
}
