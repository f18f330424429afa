import type { MensagemContato } from '@unipark/contract/conta';
import { nowIso } from '../../platform/clock.ts';
import type { Banco, Transacao } from '../../platform/db/banco.ts';
import { countUpTo, type PageRequest, paginate, sourceOf } from '../../platform/db/page.ts';

const NOVAS_PRIMEIRO = {
  coluna: 'mensagens_contato.id',
  chave: 'mensagens_contato.id',
  desc: true,
};

export const createMensagem = (trx: Transacao, mensagem: MensagemContato) =>
  trx
    .insertInto('mensagens_contato')
    .values({ ...mensagem, criada_em: nowIso() })
    .returning('id')
    .executeTakeFirstOrThrow();

export async function listMensagens(db: Banco, pedido: PageRequest) {
  const base = db.selectFrom('mensagens_contato');
  const pagina = await paginate(sourceOf(db, base.selectAll()), NOVAS_PRIMEIRO, pedido);
  return { ...pagina, total: await countUpTo(db, base) };
}

export const findMensagem = (trx: Transacao, id: number) =>
  trx
    .selectFrom('mensagens_contato')
    .select(['id', 'lida_em'])
    .where('id', '=', id)
    .executeTakeFirst();

export async function markLida(trx: Transacao, id: number): Promise<void> {
  await trx
    .updateTable('mensagens_contato')
    .set({ lida_em: nowIso() })
    .where('id', '=', id)
    .execute();
}
