import type { MensagemContato } from '@unipark/contract/conta';
import type { Banco, Transacao } from '../../platform/db/banco.ts';
import { countUpTo, type PedidoPagina, paginate } from '../../platform/db/page.ts';

const NOVAS_PRIMEIRO = {
  coluna: 'mensagens_contato.id',
  chave: 'mensagens_contato.id',
  desc: true,
};

/** Keeps a message for the administration to read. */
export const createMensagem = (trx: Transacao, mensagem: MensagemContato) =>
  trx
    .insertInto('mensagens_contato')
    .values({ ...mensagem, criada_em: new Date().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow();

/** One page of messages, the newest first, and how many there are. */
export async function listMensagens(db: Banco, pedido: PedidoPagina) {
  const base = db.selectFrom('mensagens_contato');
  const pagina = await paginate(base.selectAll(), NOVAS_PRIMEIRO, pedido);
  return { ...pagina, total: await countUpTo(db, base) };
}

/** A message, and when it was read. */
export const findMensagem = (trx: Transacao, id: number) =>
  trx
    .selectFrom('mensagens_contato')
    .select(['id', 'lida_em'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Somebody of the administration has read it. */
export async function markLida(trx: Transacao, id: number): Promise<void> {
  await trx
    .updateTable('mensagens_contato')
    .set({ lida_em: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
}
