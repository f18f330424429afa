/**
 * Passages and pictures that are older than their periods: found in slices, deleted some at a time.
 * The age counts from the arrival, whose order is the order of the ids: no younger row is read. The
 * counts of the hours stay, because their triggers do not run on a deletion (`platform/db/hours.ts`);
 * those of the months follow it (`platform/db/months.ts`).
 */
import { formatDiaIso } from '@unipark/contract/horaLocal';
import { NAO_CADASTRADO } from '@unipark/contract/passagem';
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import { removeFotos } from '../passagens/fotosRepo.ts';
import { nowDate } from '../platform/clock.ts';
import type { Banco, Queryable, Transacao } from '../platform/db/banco.ts';
import { plannedEachTime } from '../platform/db/dialect.ts';
import { amongValues } from '../platform/db/search.ts';
import { type RowRange, walk } from '../platform/db/slices.ts';
import type { Tabelas } from '../platform/db/tabelas.ts';

/** What arrived before these instants is deleted; null: nothing of the kind is. */
export interface Cortes {
  passagens: string | null;
  nao_cadastradas: string;
  fotos: string;
}

/** Readings deleted in one transaction: a car that stands before a camera has thousands. */
const LEITURAS = 200;

const NENHUM: RowRange = { de: 1, ate: 0 };

/** The first row of a table from an id on. */
const findArrival = (db: Banco, tabela: 'passagens' | 'leituras', id: number) =>
  db
    .selectFrom(tabela)
    .select(['id', 'recebido_em'])
    .where('id', '>=', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/**
 * From the first row of a table to the last one that arrived before an instant, in about twenty
 * reads. After a clock was set the end is not exact: callers compare each row again.
 */
async function findRange(
  db: Banco,
  tabela: 'passagens' | 'leituras',
  corte: string,
): Promise<RowRange> {
  const primeira = await findArrival(db, tabela, 0);
  const { ultima } = await db
    .selectFrom(tabela)
    .select((eb) => eb.fn.max<number | null>('id').as('ultima'))
    .executeTakeFirstOrThrow();
  if (!primeira || ultima === null) return NENHUM;
  let [de, ate] = [primeira.id, Number(ultima)];
  while (de <= ate) {
    const meio = Math.floor((de + ate) / 2);
    const linha = await findArrival(db, tabela, meio);
    if (linha && linha.recebido_em < corte) de = linha.id + 1;
    else ate = meio - 1;
  }
  return { de: primeira.id, ate };
}

/** The condition of a passage that no person wants kept until today or later. */
const isFree = (): Expression<SqlBool> => {
  const eb = expressionBuilder<Tabelas, 'passagens'>();
  return eb.or([
    eb('passagens.reter_ate', 'is', null),
    eb('passagens.reter_ate', '<', formatDiaIso(nowDate())),
  ]);
};

/** The condition of a passage that is too old. */
function isOld({ passagens, nao_cadastradas }: Cortes): Expression<SqlBool> {
  const eb = expressionBuilder<Tabelas, 'passagens'>();
  const semCadastro = eb.and([
    eb('passagens.status', '=', NAO_CADASTRADO),
    eb('passagens.recebido_em', '<', nao_cadastradas),
  ]);
  if (passagens === null) return semCadastro;
  return eb.or([eb('passagens.recebido_em', '<', passagens), semCadastro]);
}

/** The ids that a slice of a walk found, as one item: an item for each row costs more than its read. */
const toIds = async (achadas: Promise<{ id: number }[]>): Promise<number[][]> => [
  (await achadas).map(({ id }) => id),
];

/** How many ids a walk finds, up to a limit. */
export async function countIds(percurso: AsyncIterable<unknown[]>, teto: number): Promise<number> {
  let total = 0;
  for await (const ids of percurso) {
    total += ids.length;
    if (total >= teto) return teto;
  }
  return total;
}

/** The ids of the passages that are too old, each once, in slices. */
export async function* listPassagens(db: Banco, cortes: Cortes): AsyncGenerator<number[]> {
  const { passagens, nao_cadastradas } = cortes;
  const read = ({ de, ate }: RowRange) =>
    db
      .selectFrom('passagens')
      .modifyFront(plannedEachTime)
      .select('id')
      .where('id', '>=', de)
      .where('id', '<=', ate);
  const todas = passagens === null ? NENHUM : await findRange(db, 'passagens', passagens);
  yield* walk(todas, 'asc', (fatia) =>
    toIds(read(fatia).where(isOld(cortes)).where(isFree()).execute()),
  );
  const { de, ate } = await findRange(db, 'passagens', nao_cadastradas);
  const resto = { de: Math.max(de, todas.ate + 1), ate };
  // By the index of the status: between these ids nearly all passages are of registered vehicles.
  yield* walk(resto, 'asc', (fatia) =>
    toIds(
      read(fatia)
        .where('status', '=', NAO_CADASTRADO)
        .where('recebido_em', '<', nao_cadastradas)
        .where(isFree())
        .execute(),
    ),
  );
}

/** The ids of the pictures that are too old, and of those of passages that are, in slices. */
export async function* listFotos(db: Banco, cortes: Cortes): AsyncGenerator<number[]> {
  const { primeira } = await db
    .selectFrom('imagens')
    .select((eb) => eb.fn.min<number | null>('leitura_id').as('primeira'))
    .executeTakeFirstOrThrow();
  const todos = [cortes.passagens ?? '', cortes.nao_cadastradas, cortes.fotos];
  const { ate } = await findRange(db, 'leituras', todos.toSorted().at(-1) ?? '');
  const vao = primeira === null ? NENHUM : { de: Number(primeira), ate };
  yield* walk(vao, 'asc', (fatia) =>
    toIds(
      db
        .selectFrom('imagens')
        .innerJoin('leituras', 'leituras.id', 'imagens.leitura_id')
        .innerJoin('passagens', 'passagens.id', 'leituras.passagem_id')
        .select('imagens.id')
        .where('imagens.leitura_id', '>=', fatia.de)
        .where('imagens.leitura_id', '<=', fatia.ate)
        .where((eb) => eb.or([eb('leituras.recebido_em', '<', cortes.fotos), isOld(cortes)]))
        .where(isFree())
        .execute(),
    ),
  );
}

/** Those of these pictures whose passage is still free to lose them. */
export async function listFreeFotos(trx: Queryable, ids: number[]): Promise<number[]> {
  const linhas = await trx
    .selectFrom('imagens')
    .innerJoin('leituras', 'leituras.id', 'imagens.leitura_id')
    .innerJoin('passagens', 'passagens.id', 'leituras.passagem_id')
    .select('imagens.id')
    .where(amongValues('imagens.id', ids))
    .where(isFree())
    .execute();
  return linhas.map(({ id }) => id);
}

export interface RemovedPassagens {
  removidas: { id: number; na_lista: number; aberto: boolean }[];
  /** Files that the deleted rows named. */
  arquivos: string[];
  /** The passages have more readings: call again. */
  resta: boolean;
}

/** Deletes those of these passages that are too old, with their readings. */
export async function removePassagens(
  trx: Transacao,
  ids: number[],
  cortes: Cortes,
): Promise<RemovedPassagens> {
  const velhas = await trx
    .selectFrom('passagens')
    .select(['id', 'na_lista', 'alerta', 'ciente_em'])
    .where(amongValues('id', ids))
    .where(isOld(cortes))
    .where(isFree())
    .execute();
  const delas = velhas.map(({ id }) => id);
  const linhas = await trx
    .selectFrom('leituras')
    .select('id')
    .where(amongValues('passagem_id', delas))
    .limit(LEITURAS)
    .execute();
  const leituras = linhas.map(({ id }) => id);
  const arquivos = await removeFotos(trx, 'leitura_id', leituras);
  await trx.deleteFrom('leituras').where(amongValues('id', leituras)).execute();
  if (leituras.length === LEITURAS) return { removidas: [], arquivos, resta: true };
  await trx.deleteFrom('passagens').where(amongValues('id', delas)).execute();
  const removidas = velhas.map(({ id, na_lista, alerta, ciente_em }) => ({
    ...{ id, na_lista, aberto: alerta !== null && ciente_em === null },
  }));
  return { removidas, arquivos, resta: false };
}
