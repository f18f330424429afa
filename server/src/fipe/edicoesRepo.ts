/**
 * Editions of the catalogue. One is in use; the next one is filled separately in short
 * transactions, and activated in one. An unfinished edition is never read. An unfinished refresh
 * continues where it stopped; an unfinished import is discarded.
 */
import type { OrigemCatalogo } from '@unipark/contract/fipe';
import { nowIso } from '../platform/clock.ts';
import type { Queryable, Transacao } from '../platform/db/banco.ts';
import { chunks } from '../platform/db/chunks.ts';
import type { Tabelas } from '../platform/db/tabelas.ts';
import type { TabelaCatalogoEdicoes } from '../platform/db/tabelasFipe.ts';

type SemEdicao<T> = Omit<T, 'edicao'>;

export type LevelTable = 'fipe_marcas' | 'fipe_modelos' | 'fipe_anos';

export interface LevelRows {
  marcas: SemEdicao<Tabelas['fipe_marcas']>[];
  modelos: SemEdicao<Tabelas['fipe_modelos']>[];
  anos: SemEdicao<Tabelas['fipe_anos']>[];
}

export type CatalogoEdicao = Omit<TabelaCatalogoEdicoes, 'id'> & { id: number };

const inState = (db: Queryable, situacao: CatalogoEdicao['situacao']) =>
  db.selectFrom('catalogo_edicoes').selectAll().where('situacao', '=', situacao);

/** The edition in use; undefined before the first seed. */
export const findAtiva = (db: Queryable): Promise<CatalogoEdicao | undefined> =>
  inState(db, 'ativa').executeTakeFirst();

/** The edition that a refresh or an import is filling, or filled until it stopped. */
export const findMontando = (
  db: Queryable,
  origem: OrigemCatalogo = 'atualizacao',
): Promise<CatalogoEdicao | undefined> =>
  inState(db, 'montando').where('origem', '=', origem).executeTakeFirst();

/** Creates an edition that is not in use. */
export async function begin(
  trx: Transacao,
  inicio: {
    origem: OrigemCatalogo;
    referencia?: string | null;
    /** 'antiga': filled and activated in one transaction. */
    situacao?: 'montando' | 'antiga';
  },
): Promise<CatalogoEdicao> {
  return trx
    .insertInto('catalogo_edicoes')
    .values({
      origem: inicio.origem,
      referencia: inicio.referencia ?? null,
      situacao: inicio.situacao ?? 'montando',
      marcas: 0,
      modelos: 0,
      anos: 0,
      criada_em: nowIso(),
      ativada_em: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function setReferencia(trx: Transacao, edicao: number, mes: string): Promise<void> {
  await trx
    .updateTable('catalogo_edicoes')
    .set({ referencia: mes })
    .where('id', '=', edicao)
    .execute();
}

/** Adds rows to an edition. An existing code keeps its first name and place. */
export async function add(trx: Transacao, edicao: number, linhas: LevelRows): Promise<void> {
  for (const lote of chunks(linhas.marcas)) {
    await trx
      .insertInto('fipe_marcas')
      .values(lote.map((linha) => ({ edicao, ...linha })))
      .onConflict((c) => c.doNothing())
      .execute();
  }
  for (const lote of chunks(linhas.modelos)) {
    await trx
      .insertInto('fipe_modelos')
      .values(lote.map((linha) => ({ edicao, ...linha })))
      .onConflict((c) => c.doNothing())
      .execute();
  }
  for (const lote of chunks(linhas.anos)) {
    await trx
      .insertInto('fipe_anos')
      .values(lote.map((linha) => ({ edicao, ...linha })))
      .onConflict((c) => c.doNothing())
      .execute();
  }
}

/** How many rows of a level each type has, in the order of the types. */
export async function countByTipo(
  db: Queryable,
  edicao: number,
  nivel: LevelTable,
): Promise<Map<string, number>> {
  const linhas = await db
    .selectFrom(nivel)
    .select(['tipo', (eb) => eb.fn.countAll().as('total')])
    .where('edicao', '=', edicao)
    .groupBy('tipo')
    .orderBy('tipo')
    .execute();
  return new Map(linhas.map(({ tipo, total }) => [tipo, Number(total)]));
}

const countOf = async (db: Queryable, edicao: number, nivel: LevelTable): Promise<number> =>
  [...(await countByTipo(db, edicao, nivel)).values()].reduce((soma, outra) => soma + outra, 0);

export const countEdicao = async (db: Queryable, edicao: number) => ({
  marcas: await countOf(db, edicao, 'fipe_marcas'),
  modelos: await countOf(db, edicao, 'fipe_modelos'),
  anos: await countOf(db, edicao, 'fipe_anos'),
});

export const listMarcasOf = (db: Queryable, edicao: number) =>
  db
    .selectFrom('fipe_marcas')
    .select(['tipo', 'codigo', 'nome'])
    .where('edicao', '=', edicao)
    .orderBy('tipo')
    .orderBy('posicao')
    .execute();

/**
 * Activates an edition. The old one is removed later, in slices. The caller may pass the counts:
 * counting a large edition takes time, and other writes would wait.
 */
export async function activate(
  trx: Transacao,
  edicao: number,
  contadas?: Pick<CatalogoEdicao, 'marcas' | 'modelos' | 'anos'>,
): Promise<void> {
  const contagens = contadas ?? (await countEdicao(trx, edicao));
  await trx
    .updateTable('catalogo_edicoes')
    .set({ situacao: 'antiga' })
    .where('situacao', '=', 'ativa')
    .execute();
  await trx
    .updateTable('catalogo_edicoes')
    .set({ situacao: 'ativa', ativada_em: nowIso(), ...contagens })
    .where('id', '=', edicao)
    .execute();
}

/** Discards an unfinished edition; its rows are removed later. */
export async function discard(trx: Transacao, edicao: number): Promise<void> {
  await trx
    .updateTable('catalogo_edicoes')
    .set({ situacao: 'antiga' })
    .where('id', '=', edicao)
    .where('situacao', '=', 'montando')
    .execute();
}

/** What dead imports or a stopped refresh left unfinished. False when there is nothing. */
export async function discardMontando(trx: Transacao, origem: OrigemCatalogo): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('catalogo_edicoes')
    .set({ situacao: 'antiga' })
    .where('situacao', '=', 'montando')
    .where('origem', '=', origem)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
