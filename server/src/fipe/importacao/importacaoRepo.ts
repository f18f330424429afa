/** Rows of an import: into its edition, and copied from the one in use. */
import { CompiledQuery, type SqlBool, sql } from 'kysely';
import type { Transacao } from '../../platform/db/banco.ts';
import { chunks } from '../../platform/db/chunks.ts';
import type { Tabelas } from '../../platform/db/tabelas.ts';
import type { LevelTable } from '../edicoesRepo.ts';

const NIVEIS: Record<LevelTable, ('tipo' | 'marca' | 'modelo' | 'codigo')[]> = {
  fipe_marcas: ['tipo', 'codigo'],
  fipe_modelos: ['tipo', 'marca', 'codigo'],
  fipe_anos: ['tipo', 'marca', 'modelo', 'codigo'],
};

/** A row of any level; columns of other levels are absent. */
export interface LevelRow {
  tipo: string;
  marca?: string;
  modelo?: string;
  codigo: string;
  nome: string;
  posicao: number;
}

/** Statements are kept prepared, so that only a few sizes are used. */
function* evenly<T>(linhas: T[]): Generator<T[]> {
  let feitas = 0;
  for (const tamanho of [100, 10, 1]) {
    const ate = linhas.length - ((linhas.length - feitas) % tamanho);
    yield* chunks(linhas.slice(feitas, ate), tamanho);
    feitas = ate;
  }
}

const prontos = new Map<string, string>();

/** Cached: building the text again takes longer than running it. */
function insertOf(trx: Transacao, nivel: LevelTable, linhas: object[]): string {
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

/** Adds rows to a level and answers the names of those that existed before, by row. */
export async function addNovas(
  trx: Transacao,
  edicao: number,
  nivel: LevelTable,
  linhas: LevelRow[],
): Promise<Map<LevelRow, string>> {
  const antigas = new Map<LevelRow, string>();
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

export async function inheritMarcas(
  trx: Transacao,
  { de, para, tipo }: { de: number; para: number; tipo: string },
): Promise<void> {
  await trx
    .insertInto('fipe_marcas')
    .columns(['edicao', 'tipo', 'codigo', 'nome', 'posicao'])
    .expression((eb) =>
      eb
        .selectFrom('fipe_marcas')
        .select((e) => e.val(para).as('edicao'))
        .select(['tipo', 'codigo', 'nome', 'posicao'])
        .where('edicao', '=', de)
        .where('tipo', '=', tipo),
    )
    .execute();
}
