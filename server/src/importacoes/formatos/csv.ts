/** The rows of a text with separators. */
import { pipeline, Readable } from 'node:stream';
import { COLUNAS_IMPORTACAO } from '@unipark/contract/importacao';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { type CellMark, type FileRow, readCell } from './linha.ts';
import { refusedArquivo } from './recusa.ts';

const SEPARADORES = [';', ',', '\t'];
/** The longest row: above it a quote was not closed. */
const LINHA_MAXIMA = 128 * 1024;
/** Excel's own note about the separator. */
const NOTA = /^sep=(.)\r?\n/i;

/** The separator that the headings use most, outside quotes. */
function findSeparador(titulos: string): string {
  const semAspas = titulos.replace(/"[^"]*"/g, '');
  const countPieces = (separador: string) => semAspas.split(separador).length;
  return SEPARADORES.reduce((melhor, outro) =>
    countPieces(outro) > countPieces(melhor) ? outro : melhor,
  );
}

const FRASES: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'as aspas abertas não se fecham. O arquivo está completo?',
  CSV_MAX_RECORD_SIZE: 'a linha é grande demais. Faltam aspas de fechamento?',
};

/** The parser counts lines at a row's end, so the row's own breaks are subtracted. */
function startOf({ lines }: InfoRecord, celulas: string[]): number {
  let quebras = 0;
  for (const celula of celulas) if (celula.includes('\n')) quebras += celula.split('\n').length - 1;
  return lines - quebras;
}

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
  const primeiro = await textos.next();
  const inteiro = primeiro.done ? '' : primeiro.value;
  const nota = NOTA.exec(inteiro);
  const comeco = nota ? inteiro.slice(nota[0].length) : inteiro;
  const antes = nota ? 1 : 0;
  const [titulos = ''] = comeco.trimStart().split(/\r|\n/, 1);
  async function* all() {
    yield comeco;
    yield* textos;
  }
  let ultima = antes;
  const parser = parse({
    delimiter: nota?.[1] ?? findSeparador(titulos),
    // Found by the parser it would be one for the whole file, and files are joined by hand.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LINHA_MAXIMA,
    on_record: (celulas, info) => {
      ultima = info.lines + antes;
      // The parser's types allow only arrays of cells as rows.
      return { linha: startOf(info, celulas) + antes, celulas } as unknown as string[];
    },
  });
  // The parser reports errors of its source to the loop that reads it.
  pipeline(Readable.from(all()), parser, () => undefined);
  try {
    for await (const { linha, celulas } of parser as AsyncIterable<{
      linha: number;
      celulas: string[];
    }>) {
      if (celulas.length > COLUNAS_IMPORTACAO && celulas.slice(COLUNAS_IMPORTACAO).some(Boolean)) {
        const frase = `tem mais de ${COLUNAS_IMPORTACAO} colunas. Deixe só as do cadastro.`;
        throw refusedArquivo(`A linha ${linha} ${frase}`);
      }
      yield toRow(linha, celulas.slice(0, COLUNAS_IMPORTACAO));
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const frase = FRASES[error.code] ?? 'a linha não pode ser lida como CSV.';
    throw refusedArquivo(`Linha ${ultima + 1}: ${frase}`);
  }
}
