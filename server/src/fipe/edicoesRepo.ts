/**
 * Editions of the catalogue. One is in use; the next is made aside, in short transactions, and takes
 * its place in one. What is half made is never read, and never lost: it goes on where it stopped.
 */
import type { OrigemCatalogo } from '@unipark/contract/fipe';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import { chunks } from '../platform/db/chunks.ts';
import type { TabelaCatalogoEdicoes, Tabelas } from '../platform/db/tabelas.ts';
import { isRecent } from './recente.ts';

type Leitor = Banco | Transacao;
type SemEdicao<T> = Omit<T, 'edicao'>;

/** The table of a level. */
export type Nivel = 'fipe_marcas' | 'fipe_modelos' | 'fipe_anos';

/** Rows of the three levels, as they are put into an edition. */
export interface Linhas {
  marcas: SemEdicao<Tabelas['fipe_marcas']>[];
  modelos: SemEdicao<Tabelas['fipe_modelos']>[];
  anos: SemEdicao<Tabelas['fipe_anos']>[];
}

export type Edicao = Omit<TabelaCatalogoEdicoes, 'id'> & { id: number };

/** Whoever makes an edition gives a sign more often than this; a silent one may be taken over. */
export const SILENCIO_MS = 60_000;

/** Whether somebody is at work on it. */
export const isViva = ({ viva_em }: Pick<Edicao, 'viva_em'>): boolean =>
  isRecent(viva_em, SILENCIO_MS);

const inState = (db: Leitor, situacao: Edicao['situacao']) =>
  db.selectFrom('catalogo_edicoes').selectAll().where('situacao', '=', situacao);

/** The edition in use; undefined before the first seed. */
export const findAtiva = (db: Leitor): Promise<Edicao | undefined> =>
  inState(db, 'ativa').executeTakeFirst();

/** The edition that is being made, or was when its maker stopped. */
export const findMontando = (db: Leitor): Promise<Edicao | undefined> =>
  inState(db, 'montando').executeTakeFirst();

/** Begins an edition aside. @throws the database's unique violation while another is in the making */
export async function begin(
  trx: Transacao,
  inicio: {
    origem: OrigemCatalogo;
    referencia?: string | null;
    arquivo_hash?: string | null;
    /** 'antiga': made and put in use in one transaction, whoever else is at work on another. */
    situacao?: 'montando' | 'antiga';
  },
): Promise<Edicao> {
  const agora = new Date().toISOString();
  return trx
    .insertInto('catalogo_edicoes')
    .values({
      origem: inicio.origem,
      referencia: inicio.referencia ?? null,
      situacao: inicio.situacao ?? 'montando',
      arquivo_hash: inicio.arquivo_hash ?? null,
      feitos: 0,
      total: null,
      marcas: 0,
      modelos: 0,
      anos: 0,
      criada_em: agora,
      viva_em: agora,
      ativada_em: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Adds rows to an edition. A code that is there already keeps its first name and place. */
export async function add(trx: Transacao, edicao: number, linhas: Linhas): Promise<void> {
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

/** Says how far the making is, and that somebody is at it. */
export async function progress(
  trx: Transacao,
  edicao: number,
  { feitos, total }: Pick<Edicao, 'feitos' | 'total'>,
): Promise<void> {
  await trx
    .updateTable('catalogo_edicoes')
    .set({ feitos, total, viva_em: new Date().toISOString() })
    .where('id', '=', edicao)
    .execute();
}

/** How many rows of a level an edition has of each type. */
export async function countByTipo(
  db: Leitor,
  edicao: number,
  nivel: Nivel,
): Promise<Map<string, number>> {
  const linhas = await db
    .selectFrom(nivel)
    .select(['tipo', (eb) => eb.fn.countAll().as('total')])
    .where('edicao', '=', edicao)
    .groupBy('tipo')
    .execute();
  return new Map(linhas.map(({ tipo, total }) => [tipo, Number(total)]));
}

const countOf = async (db: Leitor, edicao: number, nivel: Nivel): Promise<number> =>
  [...(await countByTipo(db, edicao, nivel)).values()].reduce((soma, outra) => soma + outra, 0);

/** How much an edition holds, counted anew. */
export const countEdicao = async (db: Leitor, edicao: number) => ({
  marcas: await countOf(db, edicao, 'fipe_marcas'),
  modelos: await countOf(db, edicao, 'fipe_modelos'),
  anos: await countOf(db, edicao, 'fipe_anos'),
});

/** The makes of an edition, in order. */
export const listMarcasDe = (db: Leitor, edicao: number) =>
  db
    .selectFrom('fipe_marcas')
    .select(['tipo', 'codigo', 'nome'])
    .where('edicao', '=', edicao)
    .orderBy('tipo')
    .orderBy('posicao')
    .execute();

/**
 * Puts an edition in the place of the one in use. The old one is cleared later, in slices.
 * Whoever counted it before spares the others the wait: a large one is not counted in no time.
 */
export async function activate(
  trx: Transacao,
  edicao: number,
  contadas?: Pick<Edicao, 'marcas' | 'modelos' | 'anos'>,
): Promise<void> {
  const contagens = contadas ?? (await countEdicao(trx, edicao));
  await trx
    .updateTable('catalogo_edicoes')
    .set({ situacao: 'antiga' })
    .where('situacao', '=', 'ativa')
    .execute();
  await trx
    .updateTable('catalogo_edicoes')
    .set({ situacao: 'ativa', ativada_em: new Date().toISOString(), ...contagens })
    .where('id', '=', edicao)
    .execute();
}

/** Gives an edition in the making up; what it holds is cleared later. */
export async function discard(trx: Transacao, edicao: number): Promise<void> {
  await trx
    .updateTable('catalogo_edicoes')
    .set({ situacao: 'antiga' })
    .where('id', '=', edicao)
    .where('situacao', '=', 'montando')
    .execute();
}
