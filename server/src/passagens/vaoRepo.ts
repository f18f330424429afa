/** Between which arrivals the passages of a question stand: its walk begins and ends there. */
import { fimDe, inicioDe, type ListaPassagens } from '@unipark/contract/listaPassagens';
import type { Banco } from '../platform/db/banco.ts';
import { breathe, type Vao } from '../platform/db/slices.ts';

/** Passages that are looked at in one go, in the index of time. */
const LOTE = 20_000;

const NENHUM: Vao = { de: 1, ate: 0 };

async function endOf(db: Banco, ordem: 'asc' | 'desc'): Promise<number | undefined> {
  const ponta = await db
    .selectFrom('passagens')
    .select('id')
    .orderBy('id', ordem)
    .limit(1)
    .executeTakeFirst();
  return ponta?.id;
}

/** The first so many passages of a span of time, in its order: their ends, in ids and in time. */
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

/** A span of time may hold any arrivals, late ones among them: all of it is looked at. */
async function spanOfTime(db: Banco, de: string, ate: string, fatia: number): Promise<Vao> {
  let vao = NENHUM;
  for (let inicio = de, lote = fatia; ; await breathe()) {
    const { total, menor, maior, fim } = await slice(db, inicio, ate, lote);
    if (menor === null || maior === null || fim === null) return vao;
    vao =
      vao === NENHUM
        ? { de: menor, ate: maior }
        : { de: Math.min(vao.de, menor), ate: Math.max(vao.ate, maior) };
    if (total < lote) return vao;
    // Those of the last instant come again; a slice of one instant alone makes room for more.
    lote = fim === inicio ? lote * 2 : fatia;
    inicio = fim;
  }
}

/** The span of arrivals outside which nothing answers the question; an empty one when nothing can. */
export async function spanOf(db: Banco, { de, ate }: ListaPassagens, fatia = LOTE): Promise<Vao> {
  if (de || ate) {
    return spanOfTime(db, de ? inicioDe(de) : '', ate ? fimDe(ate) : '9999', fatia);
  }
  const [primeira, ultima] = [await endOf(db, 'asc'), await endOf(db, 'desc')];
  return primeira && ultima ? { de: primeira, ate: ultima } : NENHUM;
}
