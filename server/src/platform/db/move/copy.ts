/** Copies the tables in batches: a batch and its progress are one transaction. */
import { StartError } from '../../../config/leitor.ts';
import { TABELAS_CONTADAS } from '../counts.ts';
import type { MoveConnection } from './connection.ts';
import { readProgress, type TableProgress, writeProgress } from './progress.ts';
import { type MoveSource, quoteName, type SourceRow, type SourceTable } from './source.ts';
import { continueNumbers, insertRows } from './target.ts';
import { type StoredValue, toStored } from './values.ts';

/** A batch ends at either limit; one row may be larger. */
const LINHAS = 500;
const BYTES = 262_144;

/** PostgreSQL's classes of a value that it does not accept, and of a broken rule of the table. */
const RECUSADOS = /^2[23]/;

interface RowBatch {
  primeira: bigint;
  ultima: bigint;
  linhas: StoredValue[][];
  /** Changed texts. */
  trocados: number;
}

export interface MoveWork {
  de: MoveSource;
  para: MoveConnection;
  sinal: AbortSignal;
  /** Rows of a table that are done. */
  onRows: (tabela: SourceTable, feitas: number) => void;
}

/** A copy that was stopped between two batches: the same command continues it. */
export class MoveInterrupted extends Error {}

function* gatherBatches(linhas: Iterable<SourceRow>): Generator<RowBatch> {
  let lote: RowBatch | undefined;
  let bytes = 0;
  for (const { rowid, valores } of linhas) {
    lote ??= { primeira: rowid, ultima: rowid, linhas: [], trocados: 0 };
    const guardados = valores.map(toStored);
    for (const [i, valor] of valores.entries()) {
      if (typeof valor === 'string' && guardados[i] !== valor) lote.trocados += 1;
    }
    lote.linhas.push(guardados);
    lote.ultima = rowid;
    bytes += guardados.reduce((soma, valor) => soma + (valor?.length ?? 0), 0);
    if (lote.linhas.length < LINHAS && bytes < BYTES) continue;
    yield lote;
    lote = undefined;
    bytes = 0;
  }
  if (lote) yield lote;
}

const refusedRows = ({ nome }: SourceTable, { primeira, ultima }: RowBatch, cause: Error) =>
  new StartError(
    `O PostgreSQL recusou uma linha de ${nome}, entre ${primeira} e ${ultima}: ${cause.message}.`,
    { cause },
  );

async function copyTable(
  { de, para, sinal, onRows }: MoveWork,
  tabela: SourceTable,
): Promise<number> {
  let ate: TableProgress | undefined = await readProgress(para, tabela.nome);
  for (const lote of gatherBatches(de.rows(tabela, ate?.ate))) {
    if (sinal.aborted) throw new MoveInterrupted();
    const depois: TableProgress = {
      ate: String(lote.ultima),
      linhas: (ate?.linhas ?? 0) + lote.linhas.length,
      trocados: (ate?.trocados ?? 0) + lote.trocados,
    };
    try {
      await para.inOne(async () => {
        await insertRows(para, tabela, lote.linhas);
        await writeProgress(para, tabela.nome, depois);
      });
    } catch (error) {
      const { code = '' } = error as { code?: string };
      throw error instanceof Error && RECUSADOS.test(code)
        ? refusedRows(tabela, lote, error)
        : error;
    }
    ate = depois;
    onRows(tabela, ate.linhas);
  }
  if (tabela.ultimo !== undefined) await continueNumbers(para, tabela);
  return ate?.trocados ?? 0;
}

/** The tables that are copied: triggers fill the others. */
export const listCopied = ({ tabelas }: MoveSource): SourceTable[] =>
  tabelas.filter(({ nome }) => !TABELAS_CONTADAS.includes(nome));

/**
 * Copies what an earlier run did not, and answers how many texts of each table were changed.
 * @throws {MoveInterrupted} after `sinal`
 * @throws {StartError} when PostgreSQL refuses a row
 */
export async function copyTables(obra: MoveWork): Promise<Map<string, number>> {
  const trocados = new Map<string, number>();
  for (const tabela of listCopied(obra.de)) {
    const quantos = await copyTable(obra, tabela);
    if (quantos > 0) trocados.set(tabela.nome, quantos);
    await obra.para.run(`analyze ${quoteName(tabela.nome)}`);
  }
  return trocados;
}
