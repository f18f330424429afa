import type { MensagemContato } from '@unipark/contract/conta';
import type { PrazosRetencao } from '@unipark/contract/retencao';
import { nowIso, nowMs } from '../../platform/clock.ts';
import type { Banco, Transacao } from '../../platform/db/banco.ts';
import {
  countUpTo,
  type PageRequest,
  paginate,
  type SortOrder,
  sourceOf,
} from '../../platform/db/page.ts';
import { inSlices } from '../../platform/db/slices.ts';

const NOVAS_PRIMEIRO: SortOrder = {
  coluna: 'mensagens_contato.id',
  chave: 'mensagens_contato.id',
  desc: true,
  numerica: true,
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

/** Removes messages older than their period. For the hourly housekeeping. */
export function pruneMensagens(
  db: Banco,
  { mensagens_dias }: Pick<PrazosRetencao, 'mensagens_dias'>,
): Promise<void> {
  const ate = new Date(nowMs() - mensagens_dias * 86_400_000).toISOString();
  return inSlices(async (lote) => {
    const { numDeletedRows } = await db
      .deleteFrom('mensagens_contato')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('mensagens_contato as velhas')
          .select('id')
          .where('criada_em', '<', ate)
          .orderBy('id')
          .limit(lote),
      )
      .executeTakeFirstOrThrow();
    return numDeletedRows;
  });
}
