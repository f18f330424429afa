/** Rows of an import, into its edition and out of the one in use. */
import { CompiledQuery, type SqlBool, sql } from 'kysely';
import type { Banco, Transacao } from '../../platform/db/banco.ts';
import { chunks } from '../../platform/db/chunks.ts';
import type { Tabelas } from '../../platform/db/tabelas.ts';
import type { Nivel } from '../edicoesRepo.ts';

type Leitor = Banco | Transacao;

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
