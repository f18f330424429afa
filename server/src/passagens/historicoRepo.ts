/**
 * Which passages a question of the history means, newest first by arrival. A question with few
 * answers has them all fetched by its best index and sorted; one with many walks the arrivals.
 */
import { LIMITE_PADRAO, TETO_CONTAGEM } from '@unipark/contract/lista';
import { fimDe, inicioDe, type ListaPassagens } from '@unipark/contract/listaPassagens';
import { NAO_CADASTRADO } from '@unipark/contract/passagem';
import { dobrar } from '@unipark/contract/texto';
import { normalizarStatus } from '@unipark/contract/veiculo';
import { sql } from 'kysely';
import type { Banco } from '../platform/db/banco.ts';
import {
  amongValues,
  hitIds,
  indexCondition,
  isIndexed,
  parseTerms,
  rowCondition,
  type Termos,
  unindexed,
} from '../platform/db/search.ts';
import { invalid } from '../platform/errors.ts';

const TETO = TETO_CONTAGEM + 1;

/** A status as passages keep it. */
const statusDe = (status: string): string =>
  dobrar(status) === dobrar(NAO_CADASTRADO) ? NAO_CADASTRADO : normalizarStatus(status);

/** Every filter but `q`. `pelosIds`: the rows are found already, so no other index is to be used. */
function filtered(db: Banco, pedido: ListaPassagens, { pelosIds }: { pelosIds: boolean }) {
  const { de, ate, camera, status, situacao, sentido } = pedido;
  // The few that these name have an index to themselves.
  const rara = situacao === 'corrigidas' || situacao === 'com_sugestao';
  const coluna = (nome: 'camera' | 'status') =>
    pelosIds || rara ? unindexed(nome) : sql<string>`${sql.ref(nome)}`;
  const instante = unindexed('instante');
  let consulta = db.selectFrom('passagens');
  if (de) consulta = consulta.where(instante, '>=', inicioDe(de));
  if (ate) consulta = consulta.where(instante, '<', fimDe(ate));
  if (camera) consulta = consulta.where(coluna('camera'), '=', camera);
  if (status) consulta = consulta.where(coluna('status'), '=', statusDe(status));
  if (sentido) consulta = consulta.where('sentido', '=', sentido);
  if (situacao === 'sem_cadastro') consulta = consulta.where(coluna('status'), '=', NAO_CADASTRADO);
  if (situacao === 'corrigidas') consulta = consulta.where('corrigida_em', 'is not', null);
  if (situacao === 'com_sugestao') consulta = consulta.where('sugestoes', 'is not', null);
  return consulta;
}

/** Identity keys of the cars whose owner the words name. */
const keysOfOwners = (db: Banco, termos: Termos) =>
  db
    .selectFrom('veiculos')
    .select('chave')
    .where(
      'proprietario_matricula',
      'in',
      db
        .selectFrom('proprietarios')
        .select('matricula')
        .where(indexCondition('proprietarios', termos) ?? sql<boolean>`1 = 0`),
    );

/** Those that hold the single characters too, which the index does not tell apart. */
async function keepHits(db: Banco, ids: number[], termos: Termos): Promise<number[]> {
  const linhas = await db
    .selectFrom('passagens')
    .select('id')
    .where(amongValues('id', ids))
    .where(rowCondition('passagens', termos))
    .execute();
  return linhas.map(({ id }) => id);
}

/** Passages whose plate or owner the words name: their ids, or undefined when there are too many. */
async function findNamed(db: Banco, termos: Termos): Promise<Set<number> | undefined> {
  const tocados = await hitIds(db, 'passagens', termos, TETO);
  if (tocados.length === TETO) return undefined;
  const pelaPlaca = isIndexed(termos) ? tocados : await keepHits(db, tocados, termos);
  const peloDono = await db
    .selectFrom('passagens')
    .select('id')
    .where('chave', 'in', keysOfOwners(db, termos))
    .limit(TETO)
    .execute();
  const ids = new Set([...pelaPlaca, ...peloDono.map(({ id }) => id)]);
  return ids.size < TETO ? ids : undefined;
}

/** Passages of a span of time: their ids, or undefined when there are too many. */
async function findWithin(
  db: Banco,
  { de, ate }: ListaPassagens,
): Promise<Set<number> | undefined> {
  let consulta = db.selectFrom('passagens').select('id');
  if (de) consulta = consulta.where('instante', '>=', inicioDe(de));
  if (ate) consulta = consulta.where('instante', '<', fimDe(ate));
  const linhas = await consulta.limit(TETO).execute();
  return linhas.length < TETO ? new Set(linhas.map(({ id }) => id)) : undefined;
}

/** Where the ids of a question come from: those below or above one, the nearest first. */
interface Fonte {
  total: number;
  below(id: number | undefined, quantos: number): Promise<number[]>;
  above(id: number, quantos: number): Promise<number[]>;
}

async function fewHits(db: Banco, pedido: ListaPassagens, achados: Set<number>): Promise<Fonte> {
  const linhas = await filtered(db, pedido, { pelosIds: true })
    .select('id')
    .where(amongValues('id', [...achados]))
    .execute();
  const ids = linhas.map(({ id }) => id).sort((a, b) => b - a);
  return {
    total: ids.length,
    below: async (abaixo = Number.POSITIVE_INFINITY, quantos) =>
      ids.filter((id) => id < abaixo).slice(0, quantos),
    above: async (acima, quantos) =>
      ids
        .filter((id) => id > acima)
        .reverse()
        .slice(0, quantos),
  };
}

/** The newest arrival of a span of time that is over: the walk need not begin above it. */
async function newestWithin(db: Banco, { de, ate }: ListaPassagens): Promise<number | undefined> {
  if (!ate || fimDe(ate) > new Date().toISOString()) return undefined;
  let consulta = db
    .selectFrom('passagens')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('instante', '<', fimDe(ate));
  if (de) consulta = consulta.where('instante', '>=', inicioDe(de));
  const { id } = await consulta.executeTakeFirstOrThrow();
  return Number(id);
}

/** True where the question asks for nothing but `campos` and a page. */
const asksOnly = (pedido: ListaPassagens, campos: (keyof ListaPassagens)[]): boolean =>
  Object.keys(pedido).every((campo) => ['limite', 'apos', 'antes', ...campos].includes(campo));

/** True when the search for a few hits met more than are counted, and nothing leaves any out. */
const isOverTop = (pedido: ListaPassagens): boolean =>
  pedido.q
    ? asksOnly(pedido, ['q']) && isIndexed(parseTerms(pedido.q))
    : Boolean(pedido.de || pedido.ate) && asksOnly(pedido, ['de', 'ate']);

async function manyHits(db: Banco, pedido: ListaPassagens): Promise<Fonte> {
  const topo = await newestWithin(db, pedido);
  let consulta = filtered(db, pedido, { pelosIds: false });
  if (topo !== undefined) consulta = consulta.where('id', '<=', topo);
  if (pedido.q) {
    const termos = parseTerms(pedido.q);
    consulta = consulta.where((eb) =>
      eb.or([
        rowCondition('passagens', termos),
        eb(unindexed('chave'), 'in', keysOfOwners(db, termos)),
      ]),
    );
  }
  const count = async (): Promise<number> => {
    const { total } = await db
      .selectFrom(consulta.select(sql<number>`1`.as('um')).limit(TETO).as('contadas'))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return Number(total);
  };
  const idsDe = async (linhas: Promise<{ id: number }[]>) => (await linhas).map(({ id }) => id);
  return {
    total: isOverTop(pedido) ? TETO : await count(),
    below: (abaixo, quantos) => {
      const daqui = abaixo === undefined ? consulta : consulta.where('id', '<', abaixo);
      return idsDe(daqui.select('id').orderBy('id', 'desc').limit(quantos).execute());
    },
    above: (acima, quantos) =>
      idsDe(
        consulta.where('id', '>', acima).select('id').orderBy('id', 'asc').limit(quantos).execute(),
      ),
  };
}

async function sourceOf(db: Banco, pedido: ListaPassagens): Promise<Fonte> {
  const nomeados = pedido.q ? await findNamed(db, parseTerms(pedido.q)) : undefined;
  if (nomeados) return fewHits(db, pedido, nomeados);
  const doPeriodo =
    !pedido.q && (pedido.de || pedido.ate) ? await findWithin(db, pedido) : undefined;
  return doPeriodo ? fewHits(db, pedido, doPeriodo) : manyHits(db, pedido);
}

const encode = (id: number): string => Buffer.from(`-id ${id}`).toString('base64url');

function decode(campo: 'apos' | 'antes', cursor: string): number {
  const id = /^-id (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  if (id === undefined) throw invalid({ [campo]: 'Cursor inválido. Recarregue a lista.' });
  return Number(id);
}

/** The ids of one page, newest first, with its neighbours and the number of hits up to the ceiling. */
export async function pageOfIds(db: Banco, pedido: ListaPassagens) {
  const { limite = LIMITE_PADRAO, apos, antes } = pedido;
  const abaixo = apos && !antes ? decode('apos', apos) : undefined;
  const acima = antes ? decode('antes', antes) : undefined;
  const fonte = await sourceOf(db, pedido);
  const { total } = fonte;
  if (acima !== undefined) {
    const subindo = await fonte.above(acima, limite + 1);
    const ids = subindo.slice(0, limite).reverse();
    const [primeiro] = ids;
    const ultimo = ids.at(-1);
    if (subindo.length > limite && primeiro !== undefined && ultimo !== undefined) {
      return { ids, total, anterior: encode(primeiro), proximo: encode(ultimo) };
    }
    // What stands before the cursor fits on the first page: that is the answer, whole.
  }
  const descendo = await fonte.below(abaixo, limite + 1);
  const ids = descendo.slice(0, limite);
  const [primeiro] = ids;
  const ultimo = ids.at(-1);
  return {
    ids,
    total,
    anterior: abaixo !== undefined && primeiro !== undefined ? encode(primeiro) : undefined,
    proximo: descendo.length > limite && ultimo !== undefined ? encode(ultimo) : undefined,
  };
}
