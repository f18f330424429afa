/** The rows of a text with separators. */
import { COLUNAS_IMPORTACAO } from '@unipark/contract/importacao';
import { CsvError } from 'csv-parse';
import { describeCsvError, readRows } from '../../platform/csv.ts';
import { type CellMark, type FileRow, readCell } from './linha.ts';
import { refusedArquivo } from './recusa.ts';

/** The longest row: above it a quote was not closed. */
const LINHA_MAXIMA = 128 * 1024;
function toRow(linha: number, textos: string[]): FileRow {
  const marcas: Record<number, CellMark> = {};
  const celulas = textos.map((texto, coluna) => {
    const { texto: limpo, marca } = readCell(texto, true);
    if (marca) marcas[coluna] = marca;
    return limpo;
  });
  return { linha, celulas, marcas };
}

/** The rows of a CSV, some at a time. @throws a sentence with the line of what is no CSV */
export async function* readCsv(textos: AsyncGenerator<string>): AsyncGenerator<FileRow> {
  const lugar = { ultima: 0 };
  try {
    for await (const { linha, celulas } of readRows(textos, lugar, {
      // Found by the parser it would be one for the whole file, and files are joined by hand.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      max_record_size: LINHA_MAXIMA,
    })) {
      if (celulas.length > COLUNAS_IMPORTACAO && celulas.slice(COLUNAS_IMPORTACAO).some(Boolean)) {
        const frase = `tem mais de ${COLUNAS_IMPORTACAO} colunas. Deixe só as do cadastro.`;
        throw refusedArquivo(`A linha ${linha} ${frase}`);
      }
      yield toRow(linha, celulas.slice(0, COLUNAS_IMPORTACAO));
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refusedArquivo(`Linha ${lugar.ultima + 1}: ${describeCsvError(error.code)}`);
  }
}
