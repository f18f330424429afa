/** The range of arrivals in which a query's passages are: its walk begins and ends there. */
import { endOfPeriod, type ListaPassagens, startOfPeriod } from '@unipark/contract/listaPassagens';
import type { Banco } from '../../platform/db/banco.ts';
import { breathe, type RowRange } from '../../platform/db/slices.ts';

/** Passages read at once from the index of time. */
const LOTE = 20_000;

const NENHUM: RowRange = { de: 1, ate: 0 };

async function endOf(db: Banco, ordem: 'asc' | 'desc'): Promise<number | undefined> {
  const ponta = await db
    .selectFrom('passagens')
    .select('id')
    .orderBy('id', ordem)
    .limit(1)
    .executeTakeFirst();
  return ponta?.id;
}

/** The first passages of a period, in its order: their first and last, by id and by time. */
const slice = (db: Banco, de: string, ate: string, lote: number) =>
  db
    .selectFrom(
      db
        .selectFrom('passagens')
        .select(['id', 'instante'])
        .where('instante', '>=', de)
        .where('instante', '<', ate)
        .orderBy('instante')
        .limit(lote)
        .as('fatia'),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.min<number | null>('id').as('menor'),
      eb.fn.max<number | null>('id').as('maior'),
      eb.fn.max<string | null>('instante').as('fim'),
    ])
    .executeTakeFirstOrThrow();

/** A period may contain any arrivals, also late ones, so all of it is read. */
async function spanOfTime(db: Banco, de: string, ate: string, fatia: number): Promise<RowRange> {
  let vao = NENHUM;
  for (let inicio = de, lote = fatia; ; await breathe()) {
    const { total, menor, maior, fim } = await slice(db, inicio, ate, lote);
    if (menor === null || maior === null || fim === null) return vao;
    vao =
      vao === NENHUM
        ? { de: menor, ate: maior }
        : { de: Math.min(vao.de, menor), ate: Math.max(vao.ate, maior) };
    if (total < lote) return vao;
    // Those of the last instant come again; a slice within one instant doubles its size.
    lote = fim === inicio ? lote * 2 : fatia;
    inicio = fim;
  }
}

/** The range of arrivals outside which there is no hit; empty when there can be none. */
export async function findSpan(
  db: Banco,
  { de, ate }: ListaPassagens,
  fatia = LOTE,
): Promise<RowRange> {
  if (de || ate) {
    return spanOfTime(db, de ? startOfPeriod(de) : '', ate ? endOfPeriod(ate) : '9999', fatia);
  }
  const [primeira, ultima] = [await endOf(db, 'asc'), await endOf(db, 'desc')];
  return primeira && ultima ? { de: primeira, ate: ultima } : NENHUM;
}
