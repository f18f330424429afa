/** An import in the database: an edition of its own, filled in small steps by one process at a time. */
import { CompiledQuery, type SqlBool, sql } from 'kysely';
import type { Banco, Transacao } from '../../platform/db/banco.ts';
import { chunks } from '../../platform/db/chunks.ts';
import type { Tabelas } from '../../platform/db/tabelas.ts';

type Leitor = Banco | Transacao;
type SemEdicao<T> = Omit<T, 'edicao'>;
export type Nivel = 'fipe_marcas' | 'fipe_modelos' | 'fipe_anos';

const NIVEIS: Record<Nivel, ('tipo' | 'marca' | 'modelo' | 'codigo')[]> = {
  fipe_marcas: ['tipo', 'codigo'],
  fipe_modelos: ['tipo', 'marca', 'codigo'],
  fipe_anos: ['tipo', 'marca', 'modelo', 'codigo'],
};

/** A row of any level; what its level does not have is absent. */
export interface LinhaNivel {
  tipo: string;
  marca?: string;
  modelo?: string;
  codigo: string;
  nome: string;
  posicao: number;
}

/** Statements are kept prepared: few sizes, so that they are few. */
function* evenly<T>(linhas: T[]): Generator<T[]> {
  let feitas = 0;
  for (const tamanho of [100, 10, 1]) {
    const ate = linhas.length - ((linhas.length - feitas) % tamanho);
    yield* chunks(linhas.slice(feitas, ate), tamanho);
    feitas = ate;
  }
}

const prontos = new Map<string, string>();

/** The text of an insert of so many rows: spelling it out again each time cost more than running it. */
function insertOf(trx: Transacao, nivel: Nivel, linhas: object[]): string {
  const qual = `${nivel} ${linhas.length}`;
  const texto =
    prontos.get(qual) ??
    trx
      .insertInto(nivel)
      .values(linhas as Tabelas['fipe_anos'][])
      .onConflict((c) => c.doNothing())
      .compile().sql;
  prontos.set(qual, texto);
  return texto;
}

/** Puts rows into a level and answers the names of those that were there before, by row. */
export async function addNovas(
  trx: Transacao,
  edicao: number,
  nivel: Nivel,
  linhas: LinhaNivel[],
): Promise<Map<LinhaNivel, string>> {
  const antigas = new Map<LinhaNivel, string>();
  const chave = NIVEIS[nivel];
  for (const lote of evenly(linhas)) {
    const completas = lote.map((linha) => ({
      edicao,
      ...Object.fromEntries(chave.map((coluna) => [coluna, linha[coluna]])),
      nome: linha.nome,
      posicao: linha.posicao,
    }));
    const texto = insertOf(trx, nivel, completas);
    const { numAffectedRows } = await trx.executeQuery(
      CompiledQuery.raw(texto, completas.flatMap(Object.values)),
    );
    if (Number(numAffectedRows) === lote.length) continue;
    for (const linha of lote) {
      const { nome, posicao } = await trx
        .selectFrom(nivel)
        .select(['nome', 'posicao'])
        .where('edicao', '=', edicao)
        .where((eb) =>
          eb.and(chave.map((coluna) => sql<SqlBool>`${sql.ref(coluna)} = ${linha[coluna] ?? ''}`)),
        )
        .executeTakeFirstOrThrow();
      if (posicao !== linha.posicao) antigas.set(linha, nome);
    }
  }
  return antigas;
}

/** Takes over an edition that nobody works on. False when somebody was quicker. */
export async function claim(
  trx: Transacao,
  edicao: { id: number; viva_em: string },
  dono: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('catalogo_edicoes')
    .set({ dono, viva_em: new Date().toISOString() })
    .where('id', '=', edicao.id)
    .where('situacao', '=', 'montando')
    .where('viva_em', '=', edicao.viva_em)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** How far an import is, as its edition keeps it. */
export interface Passo {
  feitos: number;
  total: number;
  referencia: string | null;
}

/** Gives a sign of life, and says how far it is. False when it is no longer this process's. */
export async function advance(
  trx: Transacao,
  { id, dono }: { id: number; dono: string },
  passo?: Passo,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('catalogo_edicoes')
    .set({ ...passo, viva_em: new Date().toISOString() })
    .where('id', '=', id)
    .where('dono', '=', dono)
    .where('situacao', '=', 'montando')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Lets go of an edition: whoever comes next need not wait to see that nobody works on it. */
export async function release(trx: Transacao, id: number, dono: string): Promise<void> {
  await trx
    .updateTable('catalogo_edicoes')
    .set({ viva_em: new Date(0).toISOString() })
    .where('id', '=', id)
    .where('dono', '=', dono)
    .where('situacao', '=', 'montando')
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

/** Every make of an edition. */
export const listMarcasDe = (
  db: Leitor,
  edicao: number,
): Promise<SemEdicao<Tabelas['fipe_marcas']>[]> =>
  db
    .selectFrom('fipe_marcas')
    .select(['tipo', 'codigo', 'nome', 'posicao'])
    .where('edicao', '=', edicao)
    .execute();

/** A slice of a level of one type, after a row; in the order of its key. */
export async function sliceOf(
  db: Leitor,
  edicao: number,
  nivel: Nivel,
  tipo: string,
  apos: LinhaNivel | undefined,
  limite: number,
): Promise<LinhaNivel[]> {
  const chave = NIVEIS[nivel];
  let consulta = db
    .selectFrom(nivel)
    .selectAll()
    .where('edicao', '=', edicao)
    .where('tipo', '=', tipo);
  if (apos) {
    const colunas = sql.join(chave.map((coluna) => sql.ref(coluna)));
    const valores = sql.join(chave.map((coluna) => apos[coluna] ?? ''));
    consulta = consulta.where(sql<SqlBool>`(${colunas}) > (${valores})`);
  }
  for (const coluna of chave) consulta = consulta.orderBy(sql.ref(coluna));
  const linhas = await consulta.limit(limite).execute();
  return linhas.map(({ edicao: _, ...linha }) => linha);
}
