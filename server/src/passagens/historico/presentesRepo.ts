/** The cars that are inside, by their last passage with a direction. */
import { type SituacaoPresenca, startOfCount } from '@unipark/contract/listaPassagens';
import { nowMs } from '../../platform/clock.ts';
import type { Banco } from '../../platform/db/banco.ts';
import { plannedEachTime } from '../../platform/db/dialect.ts';
import { unindexed } from '../../platform/db/search.ts';
import { take, walk } from '../../platform/db/slices.ts';
import { findSpan } from './vaoRepo.ts';

/** An older entry without an exit was missed by the camera of the exit. */
const PERNOITES_MS = 7 * 86_400_000;

/** When the entries were: since the count began anew, or in the week before. */
export function findEntryPeriod(
  situacao: SituacaoPresenca,
  hora = '00:00',
): { de: string; antes: string | undefined } {
  const inicio = startOfCount(nowMs(), hora);
  if (situacao === 'dentro') return { de: inicio, antes: undefined };
  return { de: new Date(Date.parse(inicio) - PERNOITES_MS).toISOString(), antes: inicio };
}

/**
 * The entries, up to `maximo`, after which no passage of the car has a direction: by their own times,
 * because a late message may come after what followed it.
 */
export async function findPresentes(
  db: Banco,
  { situacao, hora }: { situacao: SituacaoPresenca; hora: string | undefined },
  maximo: number,
): Promise<Set<number>> {
  const { de, antes } = findEntryPeriod(situacao, hora);
  const vao = await findSpan(db, { de, ...(antes && { ate: antes }) });
  const entradas = walk(vao, 'desc', async (fatia) => {
    let consulta = db
      .selectFrom('passagens as entrada')
      .modifyFront(plannedEachTime)
      .select('entrada.id')
      .where('entrada.sentido', '=', 'entrada')
      .where('entrada.id', '>=', fatia.de)
      .where('entrada.id', '<=', fatia.ate)
      .where(unindexed('entrada.instante'), '>=', de)
      // Of a plate that was not read nothing is known.
      .where('entrada.chave', '<>', '')
      .where('entrada.teste', '=', 0)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('passagens as depois')
              .select('depois.id')
              .whereRef('depois.chave', '=', 'entrada.chave')
              .whereRef('depois.id', '>', 'entrada.id')
              .whereRef(unindexed('depois.instante'), '>=', 'entrada.instante')
              .where('depois.sentido', 'is not', null)
              .where('depois.teste', '=', 0),
          ),
        ),
      )
      // A late message, or the queue of the gate, comes after what followed it. Asked for what is left.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('passagens as antes')
              .select('antes.id')
              .whereRef('antes.chave', '=', 'entrada.chave')
              .where('antes.id', '>=', vao.de)
              .whereRef('antes.id', '<', 'entrada.id')
              .whereRef(unindexed('antes.instante'), '>', 'entrada.instante')
              .where('antes.sentido', 'is not', null)
              .where('antes.teste', '=', 0),
          ),
        ),
      )
      .orderBy('entrada.id', 'desc');
    if (antes) consulta = consulta.where(unindexed('entrada.instante'), '<', antes);
    return (await consulta.execute()).map(({ id }) => id);
  });
  return new Set(await take(entradas, maximo));
}
