/** Rows of a text with separators, for files that people make. */
import { pipeline, Readable } from 'node:stream';
import { type InfoRecord, type Options, parse } from 'csv-parse';

/** A row and the line on which it begins, from 1. */
export interface CsvRow {
  linha: number;
  celulas: string[];
}

const SEPARADORES = [';', ',', '\t'];
/** Excel's own note about the separator. */
const NOTA = /^sep=(.)\r?\n/i;

/** Sentences for the parser's errors, by its codes; an unknown one is no CSV. */
const FRASES: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'as aspas abertas não se fecham. O arquivo está completo?',
  CSV_MAX_RECORD_SIZE: 'a linha é grande demais. Faltam aspas de fechamento?',
  INVALID_OPENING_QUOTE:
    'há aspas no meio do campo: ponha o campo inteiro entre aspas e dobre as de dentro.',
  CSV_INVALID_CLOSING_QUOTE:
    'há texto depois das aspas de fechamento: dobre as aspas que são do nome.',
};
export const describeCsvError = (codigo: string): string =>
  FRASES[codigo] ?? 'a linha não pode ser lida como CSV.';

/** The separator that the headings use most, outside quotes. */
function findSeparador(titulos: string): string {
  const semAspas = titulos.replace(/"[^"]*"/g, '');
  const countPieces = (separador: string) => semAspas.split(separador).length;
  return SEPARADORES.reduce((melhor, outro) =>
    countPieces(outro) > countPieces(melhor) ? outro : melhor,
  );
}

const countMatches = (texto: string, busca: RegExp): number => texto.match(busca)?.length ?? 0;

/**
 * The lines of rows. The parser counts them at a row's end, so the row's own breaks are subtracted.
 * `cada`: it was given each sign of a break, and counts a break of Windows inside quotes as two.
 */
function createLineCount(antes: number, cada: boolean) {
  let demais = 0;
  return ({ lines }: InfoRecord, celulas: string[]): { primeira: number; ultima: number } => {
    let quebras = 0;
    for (const celula of celulas) {
      const dela = countMatches(celula, cada ? /\r\n?|\n/g : /\n/g);
      quebras += dela;
      if (dela > 0 && cada) demais += countMatches(celula, /[\r\n]/g) - dela;
    }
    const ultima = lines + antes - demais;
    return { primeira: ultima - quebras, ultima };
  };
}

/**
 * The rows, empty lines left out. `lugar.ultima` is the last line of the last whole row.
 * @throws {CsvError}
 */
export async function* readRows(
  textos: AsyncGenerator<string>,
  lugar: { ultima: number },
  options: Options,
): AsyncGenerator<CsvRow> {
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
  lugar.ultima = antes;
  const linesOf = createLineCount(antes, options.record_delimiter !== undefined);
  const parser = parse({
    ...options,
    delimiter: nota?.[1] ?? findSeparador(titulos),
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (celulas, info) => {
      const { primeira, ultima } = linesOf(info, celulas);
      lugar.ultima = ultima;
      // The parser's types allow only arrays of cells as rows.
      return { linha: primeira, celulas } as unknown as string[];
    },
  });
  // The parser reports errors of its source to the loop that reads it.
  pipeline(Readable.from(all()), parser, () => undefined);
  yield* parser as AsyncIterable<CsvRow>;
}
