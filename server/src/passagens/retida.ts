/** A passage that retention leaves until a day, because a person said why. */
import { formatDiaIso } from '@unipark/contract/horaLocal';
import { type Passagem, RETER_ANOS, type RetencaoPassagem } from '@unipark/contract/passagem';
import { type Autor, audit } from '../platform/audit.ts';
import { nowDate } from '../platform/clock.ts';
import { type Banco, inTransaction, type Queryable } from '../platform/db/banco.ts';
import { invalid } from '../platform/errors.ts';
import { getPassagem } from './atos.ts';
import { selectHeld } from './repo.ts';

export async function countHeld(db: Queryable): Promise<number> {
  const { total } = await selectHeld(db)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function checkDay({ reter_ate, motivo }: RetencaoPassagem): void {
  if (reter_ate === null) return;
  const hoje = formatDiaIso(nowDate());
  const ultimo = `${Number(hoje.slice(0, 4)) + RETER_ANOS}${hoje.slice(4)}`;
  if (reter_ate < hoje) throw invalid({ reter_ate: 'Reter até: use hoje ou um dia depois.' });
  if (reter_ate > ultimo) throw invalid({ reter_ate: `Reter até: use até ${RETER_ANOS} anos.` });
  if (!motivo) throw invalid({ motivo: 'Motivo: informe por que a passagem fica guardada.' });
}

/** Keeps a passage with its pictures until a day, or ends that. @throws {Problem} 400, 404 */
export function holdPassagem(
  db: Banco,
  autor: Autor,
  id: string,
  pedido: RetencaoPassagem,
): Promise<Passagem> {
  checkDay(pedido);
  return inTransaction(db, async (trx) => {
    const { placa } = await getPassagem(trx, id);
    const antes = await trx
      .selectFrom('passagens')
      .select(['reter_ate', 'reter_motivo'])
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow();
    const { reter_ate, motivo = null } = pedido;
    const depois = { reter_ate, reter_motivo: reter_ate && motivo };
    await trx.updateTable('passagens').set(depois).where('id', '=', Number(id)).execute();
    await audit(trx, autor, {
      acao: 'editar',
      entidade: 'passagem',
      chave: id,
      detalhe: { placa, antes, depois },
    });
    return getPassagem(trx, id);
  });
}
