/** The rows of an import: read in the order of the file, written in slices. */
import type { ContagemLinhas, VereditoLinha } from '@unipark/contract/importacao';
import type { Selectable, Updateable } from 'kysely';
import type { Queryable, Transacao } from '../platform/db/banco.ts';
import { chunks } from '../platform/db/chunks.ts';
import { amongValues } from '../platform/db/search.ts';
import type { RowOutcome, TabelaImportacaoLinhas } from '../platform/db/tabelasImportacao.ts';
import { SEM_LINHAS } from './repo.ts';

export type ImportLine = Selectable<TabelaImportacaoLinhas>;

const JUDGED = ['chave', 'veredito', 'erros', 'avisos', 'mudancas'] as const;
const DONE = ['feito', 'motivo', 'versao', 'criado_em', 'anterior'] as const;

/** SQLite accepts 32,766 values in one statement. */
const POR_COMANDO = 200;

export async function insertLines(
  trx: Transacao,
  linhas: Pick<ImportLine, 'importacao' | 'linha' | 'celulas' | 'marcas'>[],
): Promise<void> {
  for (const lote of chunks(linhas, POR_COMANDO)) {
    await trx.insertInto('importacao_linhas').values(lote).execute();
  }
}

/** Writes the verdicts of many rows, in one statement for each two hundred. */
export async function saveJudged(trx: Transacao, linhas: ImportLine[]): Promise<void> {
  for (const lote of chunks(linhas, POR_COMANDO)) {
    await trx
      .insertInto('importacao_linhas')
      .values(lote)
      .onConflict((oc) =>
        oc
          .columns(['importacao', 'linha'])
          .doUpdateSet((eb) =>
            Object.fromEntries(JUDGED.map((nome) => [nome, eb.ref(`excluded.${nome}`)])),
          ),
      )
      .execute();
  }
}

/** Writes what became of rows: one statement for all that have the same outcome. */
export async function saveDone(trx: Transacao, linhas: ImportLine[]): Promise<void> {
  const valuesOf = (linha: ImportLine) =>
    Object.fromEntries(DONE.map((nome) => [nome, linha[nome]])) as Pick<ImportLine, 'feito'>;
  for (const iguais of Map.groupBy(linhas, (linha) => JSON.stringify(valuesOf(linha))).values()) {
    const [primeira] = iguais;
    if (!primeira) continue;
    await trx
      .updateTable('importacao_linhas')
      .set(valuesOf(primeira))
      .where('importacao', '=', primeira.importacao)
      .where(
        amongValues(
          'linha',
          iguais.map(({ linha }) => linha),
        ),
      )
      .execute();
  }
}

/** The rows after one, in the order of the file. */
export const listAfter = (
  db: Queryable,
  importacao: number,
  depois: number,
  limite: number,
): Promise<ImportLine[]> =>
  db
    .selectFrom('importacao_linhas')
    .selectAll()
    .where('importacao', '=', importacao)
    .where('linha', '>', depois)
    .orderBy('linha')
    .limit(limite)
    .execute();

/** A page of the rows with one verdict, or of all. */
export const listPage = (
  db: Queryable,
  importacao: number,
  { veredito, apos, limite }: { veredito: VereditoLinha | undefined; apos: number; limite: number },
): Promise<ImportLine[]> => {
  const dela = db.selectFrom('importacao_linhas').selectAll().where('importacao', '=', importacao);
  return (veredito === undefined ? dela : dela.where('veredito', '=', veredito))
    .where('linha', '>', apos)
    .orderBy('linha')
    .limit(limite)
    .execute();
};

/** Rows with one of these outcomes, in the order of the file. */
export const listDone = (
  db: Queryable,
  importacao: number,
  feitos: RowOutcome[],
  { apos, limite }: { apos: number; limite: number },
): Promise<ImportLine[]> =>
  db
    .selectFrom('importacao_linhas')
    .selectAll()
    .where('importacao', '=', importacao)
    .where('feito', 'in', feitos)
    .where('linha', '>', apos)
    .orderBy('linha')
    .limit(limite)
    .execute();

/** The first line that was never written; undefined when all were. */
export async function findUnwritten(
  db: Queryable,
  importacao: number,
): Promise<number | undefined> {
  const linha = await db
    .selectFrom('importacao_linhas')
    .select('linha')
    .where('importacao', '=', importacao)
    .where('feito', 'is', null)
    .orderBy('linha')
    .limit(1)
    .executeTakeFirst();
  return linha?.linha;
}

export const findLine = (
  db: Queryable,
  importacao: number,
  linha: number,
): Promise<ImportLine | undefined> =>
  db
    .selectFrom('importacao_linhas')
    .selectAll()
    .where('importacao', '=', importacao)
    .where('linha', '=', linha)
    .executeTakeFirst();

export async function updateLine(
  trx: Transacao,
  { importacao, linha }: Pick<ImportLine, 'importacao' | 'linha'>,
  campos: Updateable<TabelaImportacaoLinhas>,
): Promise<void> {
  await trx
    .updateTable('importacao_linhas')
    .set(campos)
    .where('importacao', '=', importacao)
    .where('linha', '=', linha)
    .execute();
}

/** The rows with one of these keys, the first of the file first. */
export async function listByKey(
  db: Queryable,
  importacao: number,
  chaves: string[],
): Promise<ImportLine[]> {
  if (chaves.length === 0) return [];
  return db
    .selectFrom('importacao_linhas')
    .selectAll()
    .where('importacao', '=', importacao)
    .where(amongValues('chave', chaves))
    .orderBy('linha')
    .limit(1_000)
    .execute();
}

/** The first line of the file with each of these keys, among the lines up to one. */
export async function findFirsts(
  db: Queryable,
  importacao: number,
  chaves: string[],
  ate: number,
): Promise<Map<string, number>> {
  if (chaves.length === 0) return new Map();
  const linhas = await db
    .selectFrom('importacao_linhas')
    .select(['chave', (eb) => eb.fn.min('linha').as('primeira')])
    .where('importacao', '=', importacao)
    .where('linha', '<=', ate)
    .where(amongValues('chave', chaves))
    .groupBy('chave')
    .execute();
  return new Map(linhas.map(({ chave, primeira }) => [chave ?? '', Number(primeira)]));
}

/** How many rows have each verdict: read from the index alone. */
export async function countByVerdict(db: Queryable, importacao: number): Promise<ContagemLinhas> {
  const linhas = await db
    .selectFrom('importacao_linhas')
    .select(['veredito', (eb) => eb.fn.countAll<number>().as('total')])
    .where('importacao', '=', importacao)
    .where('veredito', 'is not', null)
    .groupBy('veredito')
    .execute();
  const contagem = { ...SEM_LINHAS };
  for (const { veredito, total } of linhas) if (veredito) contagem[veredito] = Number(total);
  return contagem;
}
