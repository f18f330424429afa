/**
 * The passages of a query of the history, newest first by arrival. A query with few hits fetches
 * all of them by its best index and sorts them; one with many walks the arrivals in slices.
 */
import { formatDiaIso } from '@unipark/contract/horaLocal';
import { TETO_CONTAGEM } from '@unipark/contract/lista';
import {
  type BuscaNovas,
  endOfPeriod,
  type ListaPassagens,
  NOVAS_MAXIMO,
  SITUACOES_PRESENCA,
  type SituacaoPresenca,
  startOfPeriod,
} from '@unipark/contract/listaPassagens';
import { NAO_CADASTRADO } from '@unipark/contract/passagem';
import { foldText } from '@unipark/contract/texto';
import { normalizeStatus } from '@unipark/contract/veiculo';
import { sql } from 'kysely';
import { nowDate } from '../../platform/clock.ts';
import type { Banco } from '../../platform/db/banco.ts';
import { chunks } from '../../platform/db/chunks.ts';
import { plannedEachTime } from '../../platform/db/dialect.ts';
import { type IdSource, listed, pageOfIds } from '../../platform/db/idPages.ts';
import { countUpTo } from '../../platform/db/page.ts';
import {
  amongValues,
  isIndexed,
  parseTerms,
  rowCondition,
  unindexed,
} from '../../platform/db/search.ts';
import { breathe, largestSlice, type RowRange, take, walk } from '../../platform/db/slices.ts';
import { findNamed, findOfCars, listCars, type NameTerms, readNames } from './nomeadasRepo.ts';
import { findEntryPeriod, findPresentes } from './presentesRepo.ts';
import { findSpan } from './vaoRepo.ts';

const TETO = TETO_CONTAGEM + 1;

/** Found passages that are checked at once. */
const LOTE = 2_000;
/** Passages of one slice of a file. */
const FATIA = 250;

/** A status in the form that passages store. */
const toStatus = (status: string): string =>
  foldText(status) === foldText(NAO_CADASTRADO) ? NAO_CADASTRADO : normalizeStatus(status);

/** The query, with the hour ('04:00') at which the count of the cars inside begins anew. */
type HistoricoQuery = ListaPassagens & { dentroHora?: string };
/** With the identity keys of its owner's cars. */
type OwnQuery = HistoricoQuery & { chaves?: string[] };

/** These states are rare and have their own index. */
const RARAS: ListaPassagens['situacao'][] = ['corrigidas', 'com_sugestao', 'retidas'];

/** Every filter but `q`. `pelosIds`: the rows are found already, so no other index is used. */
function filtered(db: Banco, pedido: OwnQuery, { pelosIds }: { pelosIds: boolean }) {
  const { de, ate, camera, status, situacao, sentido, chaves, dentroHora } = pedido;
  const rara = RARAS.some((nome) => nome === situacao);
  const columnOf = (nome: 'camera' | 'status') =>
    pelosIds || rara ? unindexed(nome) : sql<string>`${sql.ref(nome)}`;
  const instante = unindexed('instante');
  // A walk's slice holds few rows or many, by its ends.
  let consulta = db.selectFrom('passagens').modifyFront(plannedEachTime);
  if (de) consulta = consulta.where(instante, '>=', startOfPeriod(de));
  if (ate) consulta = consulta.where(instante, '<', endOfPeriod(ate));
  if (camera) consulta = consulta.where(columnOf('camera'), '=', camera);
  if (status) consulta = consulta.where(columnOf('status'), '=', toStatus(status));
  if (sentido) consulta = consulta.where('sentido', '=', sentido);
  if (chaves) consulta = consulta.where(amongValues(unindexed('chave'), chaves));
  if (situacao === 'sem_cadastro')
    consulta = consulta.where(columnOf('status'), '=', NAO_CADASTRADO);
  if (situacao === 'corrigidas') consulta = consulta.where('corrigida_em', 'is not', null);
  if (situacao === 'com_sugestao') consulta = consulta.where('sugestoes', 'is not', null);
  if (situacao === 'retidas') {
    consulta = consulta
      .where('reter_ate', 'is not', null)
      .where(unindexed('reter_ate'), '>=', formatDiaIso(nowDate()));
  }
  if (isPresenca(situacao)) {
    const { de: desde, antes } = findEntryPeriod(situacao, dentroHora);
    consulta = consulta
      .where('sentido', '=', 'entrada')
      .where(unindexed('chave'), '<>', '')
      .where(instante, '>=', desde);
    if (antes) consulta = consulta.where(instante, '<', antes);
  }
  return consulta;
}

const isPresenca = (situacao: ListaPassagens['situacao']): situacao is SituacaoPresenca =>
  SITUACOES_PRESENCA.some((nome) => nome === situacao);

type FilteredQuery = ReturnType<typeof filtered>;

/** The ids of the rows that also contain the words of the query. */
async function idsOf(consulta: FilteredQuery, nomes: NameTerms | undefined): Promise<number[]> {
  if (!nomes) return (await consulta.select('id').execute()).map(({ id }) => id);
  const linhas = await consulta
    .select(['id', 'chave', rowCondition('passagens', nomes.termos).as('pelaPlaca')])
    .execute();
  return linhas
    .filter(({ chave, pelaPlaca }) => pelaPlaca || nomes.chaves.has(chave))
    .map(({ id }) => id);
}

/** The ids of the passages in a period, or undefined when there are too many. */
async function findWithin(
  db: Banco,
  { de, ate }: ListaPassagens,
): Promise<Set<number> | undefined> {
  if (!de && !ate) return undefined;
  let consulta = db.selectFrom('passagens');
  if (de) consulta = consulta.where('instante', '>=', startOfPeriod(de));
  if (ate) consulta = consulta.where('instante', '<', endOfPeriod(ate));
  // Counted first: thousands of ids are not handed over to be thrown away.
  if ((await countUpTo(db, consulta, TETO_CONTAGEM)) === TETO) return undefined;
  return new Set((await consulta.select('id').limit(TETO).execute()).map(({ id }) => id));
}

/** The newest first. */
const sortIds = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => b - a);

/** The hits among passages that are found already. */
async function fewHits(
  db: Banco,
  pedido: OwnQuery,
  achados: Set<number>,
  nomes?: NameTerms,
): Promise<IdSource> {
  const ids: number[] = [];
  for (const lote of chunks([...achados], LOTE)) {
    const consulta = filtered(db, pedido, { pelosIds: true }).where(amongValues('id', lote));
    ids.push(...(await idsOf(consulta, nomes)));
    await breathe();
  }
  return listed(sortIds(ids));
}

/** True when the query uses only `campos` and a page. */
const NO_FILTERS = ['limite', 'apos', 'antes', 'dentroHora'];
const asksOnly = (pedido: ListaPassagens, campos: (keyof ListaPassagens)[]): boolean =>
  Object.keys(pedido).every((campo) => [...NO_FILTERS, ...campos].includes(campo));

/** True when there are more hits than the count limit, if that is known without a walk. */
async function isOverTop(db: Banco, pedido: ListaPassagens): Promise<boolean> {
  if (asksOnly(pedido, [])) {
    return (await countUpTo(db, db.selectFrom('passagens'), TETO_CONTAGEM)) === TETO;
  }
  // The search for a few hits found more, and no other filter applies.
  return pedido.q
    ? asksOnly(pedido, ['q']) && isIndexed(parseTerms(pedido.q))
    : asksOnly(pedido, ['de', 'ate']);
}

/** The walk of the arrivals: for a query that may have too many hits to fetch. */
async function manyHits(db: Banco, pedido: OwnQuery, nomes?: NameTerms): Promise<IdSource> {
  const vao = await findSpan(db, pedido);
  // Rows that must contain words are read before it is known which are hits.
  const maior = nomes ? undefined : largestSlice(db);
  const read = (ordem: 'asc' | 'desc', limites: RowRange, quantos: number): Promise<number[]> => {
    const hitsIn = ({ de, ate }: RowRange): Promise<number[]> => {
      const consulta = filtered(db, pedido, { pelosIds: false })
        .where('id', '>=', de)
        .where('id', '<=', ate)
        .orderBy('id', ordem);
      return idsOf(nomes ? consulta : consulta.limit(quantos), nomes);
    };
    return take(walk(limites, ordem, hitsIn, maior), quantos);
  };
  const below = (abaixo = Number.POSITIVE_INFINITY, quantos: number): Promise<number[]> =>
    read('desc', { de: vao.de, ate: Math.min(vao.ate, abaixo - 1) }, quantos);
  if (!(await isOverTop(db, pedido))) {
    const contadas = await below(undefined, TETO);
    if (contadas.length < TETO) return listed(contadas);
  }
  return {
    total: TETO,
    below,
    above: (acima, quantos) =>
      read('asc', { de: Math.max(vao.de, acima + 1), ate: vao.ate }, quantos),
  };
}

/** The query of one owner: fetched by the cars, or walked when they have too many passages. */
async function sourceOfOwner(
  db: Banco,
  lista: ListaPassagens,
  matricula: string,
): Promise<IdSource> {
  const chaves = await listCars(db, matricula);
  const pedido = { ...lista, chaves };
  const nomes = lista.q ? await readNames(db, parseTerms(lista.q)) : undefined;
  const delas = await findOfCars(db, chaves, TETO);
  if (delas && asksOnly(lista, ['proprietario'])) return listed(sortIds(delas));
  return delas ? fewHits(db, pedido, delas, nomes) : manyHits(db, pedido, nomes);
}

/** The cars inside that the other filters let through. */
async function sourceOfPresentes(
  db: Banco,
  pedido: HistoricoQuery,
  situacao: SituacaoPresenca,
): Promise<IdSource> {
  const presentes = await findPresentes(db, { situacao, hora: pedido.dentroHora }, TETO);
  if (asksOnly(pedido, ['situacao'])) return listed(sortIds(presentes));
  const { proprietario } = pedido;
  const chaves = proprietario === undefined ? undefined : await listCars(db, proprietario);
  const nomes = pedido.q ? await readNames(db, parseTerms(pedido.q)) : undefined;
  return fewHits(db, { ...pedido, ...(chaves && { chaves }) }, presentes, nomes);
}

async function sourceOf(db: Banco, pedido: HistoricoQuery): Promise<IdSource> {
  if (isPresenca(pedido.situacao)) return sourceOfPresentes(db, pedido, pedido.situacao);
  if (pedido.proprietario !== undefined) return sourceOfOwner(db, pedido, pedido.proprietario);
  const nomes = pedido.q ? await readNames(db, parseTerms(pedido.q)) : undefined;
  const nomeadas = nomes && (await findNamed(db, nomes, TETO));
  // Without another filter, what the index found is the answer, and no row is read for it.
  if (nomeadas && asksOnly(pedido, ['q'])) return listed(sortIds(nomeadas));
  if (nomeadas) return fewHits(db, pedido, nomeadas);
  const doPeriodo = await findWithin(db, pedido);
  if (doPeriodo && asksOnly(pedido, ['de', 'ate'])) return listed(sortIds(doPeriodo));
  return doPeriodo ? fewHits(db, pedido, doPeriodo, nomes) : manyHits(db, pedido, nomes);
}

/** The ids of one page, newest first, with its cursors and the number of hits up to the limit. */
export const listIds = async (db: Banco, pedido: HistoricoQuery) =>
  pageOfIds(await sourceOf(db, pedido), pedido);

/** The ids of all passages of a query, newest first, in slices, and their number up to the limit. */
export async function readIds(db: Banco, pedido: HistoricoQuery) {
  const fonte = await sourceOf(db, pedido);
  async function* readSlices(): AsyncGenerator<number[]> {
    for (let abaixo: number | undefined; ; ) {
      const ids = await fonte.below(abaixo, FATIA);
      if (ids.length > 0) yield ids;
      if (ids.length < FATIA) return;
      abaixo = ids.at(-1);
    }
  }
  return { total: fonte.total, fatias: readSlices() };
}

/**
 * How many passages of a query came after one, up to one more than the limit. Every screen asks
 * at every arrival, so only the latest rows are read, or the cars inside.
 */
export async function countNovas(
  db: Banco,
  { depois, ...pedido }: BuscaNovas & HistoricoQuery,
): Promise<number> {
  if (isPresenca(pedido.situacao)) {
    const fonte = await sourceOfPresentes(db, pedido, pedido.situacao);
    return (await fonte.above(depois, NOVAS_MAXIMO + 1)).length;
  }
  const { proprietario } = pedido;
  const chaves = proprietario === undefined ? undefined : await listCars(db, proprietario);
  const nomes = pedido.q ? await readNames(db, parseTerms(pedido.q)) : undefined;
  const { ultima } = await db
    .selectFrom('passagens')
    .select((eb) => eb.fn.max('id').as('ultima'))
    .executeTakeFirstOrThrow();
  const depoisDele = filtered(db, { ...pedido, ...(chaves && { chaves }) }, { pelosIds: true })
    .where('id', '>', Math.max(depois, Number(ultima ?? 0) - LOTE))
    .orderBy('id')
    .limit(nomes ? LOTE : NOVAS_MAXIMO + 1);
  return Math.min((await idsOf(depoisDele, nomes)).length, NOVAS_MAXIMO + 1);
}
