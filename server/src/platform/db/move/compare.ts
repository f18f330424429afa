/** Compares the two databases of a copy: every row of every table, and the chain of the audit. */
import { type ChainRow, COLUNAS_ENCADEADAS, cutOfHead, findChainBreak } from '../../chain.ts';
import { MoveInterrupted, type MoveWork } from './copy.ts';
import type { SourceTable } from './source.ts';
import { describeColumns, readRows } from './target.ts';
import { type ColumnKind, createSum, type TableSum, toStored } from './values.ts';

/** Rows between two reports and two looks at the interruption. */
const PASSO = 1_000;

export interface TableComparison {
  nome: string;
  de: TableSum;
  para: TableSum;
}

type ColumnKinds = Awaited<ReturnType<typeof describeColumns>>;

/** @throws when a column of the file is not in PostgreSQL: both have the same migrations */
function kindsOf(tipos: ColumnKinds, { nome, colunas }: SourceTable): ColumnKind[] {
  return colunas.map((coluna) => {
    const tipo = tipos.get(nome)?.get(coluna);
    if (!tipo) throw new Error(`PostgreSQL has no column ${nome}.${coluna}`);
    return tipo;
  });
}

const isEqual = ({ de, para }: TableComparison): boolean =>
  de.linhas === para.linhas && de.soma === para.soma;

/**
 * Sums each table on both sides, and answers those that differ.
 * @throws {MoveInterrupted} after `sinal`
 */
export async function compareTables({
  de,
  para,
  sinal,
  onRows,
}: MoveWork): Promise<TableComparison[]> {
  const tipos = await describeColumns(para);
  const comparadas: TableComparison[] = [];
  for (const tabela of de.tabelas) {
    const dela = kindsOf(tipos, tabela);
    const somas = { de: createSum(dela), para: createSum(dela) };
    let lidas = 0;
    const count = (): void => {
      lidas += 1;
      if (lidas % PASSO !== 0) return;
      if (sinal.aborted) throw new MoveInterrupted();
      onRows(tabela, lidas);
    };
    for (const { valores } of de.rows(tabela)) {
      somas.de.add(valores.map(toStored));
      count();
    }
    for await (const valores of readRows(para, tabela, { tipos: dela })) {
      somas.para.add(valores);
      count();
    }
    onRows(tabela, lidas);
    comparadas.push({ nome: tabela.nome, de: somas.de.end(), para: somas.para.end() });
  }
  return comparadas.filter((cada) => !isEqual(cada));
}

const AUDITORIA: SourceTable = {
  nome: 'auditoria',
  colunas: ['id', ...COLUNAS_ENCADEADAS, 'hash'],
  linhas: 0,
  ultimo: undefined,
};
const CABECA: SourceTable = {
  ...AUDITORIA,
  nome: 'auditoria_cabeca',
  colunas: ['hash', 'cortada_ate', 'cortada_hash'],
};

const toRow = ({ colunas }: SourceTable, valores: unknown[]): Record<string, unknown> =>
  Object.fromEntries(colunas.map((coluna, i) => [coluna, valores[i] ?? null]));

const toChainRow = (valores: unknown[]): ChainRow => toRow(AUDITORIA, valores) as ChainRow;

/** Where the chain of the audit breaks in each database: an id, 'fim', or undefined. */
export async function compareChains({ de, para }: Pick<MoveWork, 'de' | 'para'>) {
  async function* fromTarget(): AsyncGenerator<ChainRow> {
    for await (const valores of readRows(para, AUDITORIA, { ordem: 'id' }))
      yield toChainRow(valores);
  }
  function* fromSource(): Generator<ChainRow> {
    for (const { valores } of de.rows(AUDITORIA)) {
      yield toChainRow(valores.map((valor) => (typeof valor === 'bigint' ? String(valor) : valor)));
    }
  }
  const daOrigem = [...de.rows(CABECA)][0]?.valores ?? [];
  let doDestino: unknown[] = [];
  for await (const valores of readRows(para, CABECA, {})) doDestino = valores;
  const examine = (linhas: Parameters<typeof findChainBreak>[0], valores: unknown[]) => {
    const cabeca = toRow(CABECA, valores);
    return findChainBreak(linhas, String(cabeca.hash), cutOfHead(cabeca));
  };
  return {
    de: await examine(fromSource(), daOrigem),
    para: await examine(fromTarget(), doDestino),
  };
}
