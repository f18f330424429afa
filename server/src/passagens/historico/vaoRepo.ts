/** The range of arrivals in which a query's passages are: its walk begins and ends there. */
import { endOfPeriod, type ListaPassagens, startOfPeriod } from '@unipark/contract/listaPassagens';
import type { Banco } from '../../platform/db/banco.ts';
import { breathe, type RowRange } from '../../platform/db/slices.ts';

/** Passages read at once from the index of time. */
const LOTE = 20_000;

const NENHUM: RowRange = { de: 1, ate: 0 };
const HORA_MS = 3_600_000;

/** The range that contains both. */
function join(um: RowRange, outro: RowRange): RowRange {
  if (um === NENHUM) return outro;
  if (outro === NENHUM) return um;
  return { de: Math.min(um.de, outro.de), ate: Math.max(um.ate, outro.ate) };
}

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

/** All passages of a period are read: it may contain any arrivals, also late ones. */
async function spanOfSlices(db: Banco, de: string, ate: string, fatia: number): Promise<RowRange> {
  let vao = NENHUM;
  for (let inicio = de, lote = fatia; ; await breathe()) {
    const { total, menor, maior, fim } = await slice(db, inicio, ate, lote);
    if (menor === null || maior === null || fim === null) return vao;
    vao = join(vao, { de: menor, ate: maior });
    if (total < lote) return vao;
    // Those of the last instant come again; a slice within one instant doubles its size.
    lote = fim === inicio ? lote * 2 : fatia;
    inicio = fim;
  }
}

/** The arrivals of whole hours, which the database keeps: also those of deleted passages. */
async function spanOfHours(db: Banco, de: string, ate: string): Promise<RowRange> {
  const { primeira, ultima } = await db
    .selectFrom('passagens_vaos')
    .select((eb) => [
      eb.fn.min<number | null>('primeira').as('primeira'),
      eb.fn.max<number | null>('ultima').as('ultima'),
    ])
    .where('hora', '>=', de)
    .where('hora', '<', ate)
    .executeTakeFirstOrThrow();
  return primeira === null || ultima === null ? NENHUM : { de: primeira, ate: ultima };
}

/** '2026-03-12T13', the hour of an instant in the database's form. */
const hourOf = (instante: string): string => instante.slice(0, 13);

/** The first whole hour from an instant on. */
const hourFrom = (instante: string): string =>
  instante && hourOf(new Date(Date.parse(instante) + HORA_MS - 1).toISOString());

/** An hour's text is less than its instants, so it is the end of the hour before. */
async function spanOfTime(db: Banco, de: string, ate: string, fatia: number): Promise<RowRange> {
  const [primeira, ultima] = [hourFrom(de), hourOf(ate)];
  if (hourOf(de) >= ultima) return spanOfSlices(db, de, ate, fatia);
  const antes = await spanOfSlices(db, de, primeira, fatia);
  const depois = await spanOfSlices(db, ultima, ate, fatia);
  return [antes, await spanOfHours(db, primeira, ultima), depois].reduce(join);
}

/** The range of arrivals outside which there is no hit; empty when there can be none. */
export async function findSpan(
  db: Banco,
  { de, ate }: ListaPassagens,
  fatia = LOTE,
): Promise<RowRange> {
  const [primeira, ultima] = [await endOf(db, 'asc'), await endOf(db, 'desc')];
  if (!primeira || !ultima) return NENHUM;
  const todas = { de: primeira, ate: ultima };
  if (!de && !ate) return todas;
  const vao = await spanOfTime(
    db,
    de ? startOfPeriod(de) : '',
    ate ? endOfPeriod(ate) : '9999',
    fatia,
  );
  const delas = { de: Math.max(vao.de, todas.de), ate: Math.min(vao.ate, todas.ate) };
  return delas.de <= delas.ate ? delas : NENHUM;
}
