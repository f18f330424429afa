/** A table in text: rows and cells. */
import { pipeline, Readable } from 'node:stream';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { CAMPOS, describeMissing, findCampos, type ImportField } from './campos.ts';
import { atLine, type FaultList, refusedArquivo } from './falhas.ts';
import { createLinha, type ImportContext, type ReadPlace } from './formas.ts';

const SEPARADORES = [',', ';', '\t'];
/** The longest row: above it a quote was not closed, or the file is not a table. */
const MAXIMO_LINHA = 32 * 1024;

interface CsvRow {
  linha: number;
  celulas: string[];
}

/** The separator that the header uses most, outside quotes. */
function findSeparador(cabecalho: string): string {
  const semAspas = cabecalho.replace(/"[^"]*"/g, '');
  const countPieces = (separador: string) => semAspas.split(separador).length;
  return SEPARADORES.reduce((melhor, outro) =>
    countPieces(outro) > countPieces(melhor) ? outro : melhor,
  );
}

const FRASES: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'as aspas abertas não se fecham. O arquivo está completo?',
  CSV_MAX_RECORD_SIZE: 'a linha é grande demais. Faltam aspas de fechamento?',
  INVALID_OPENING_QUOTE:
    'há aspas no meio do campo: ponha o campo inteiro entre aspas e dobre as de dentro.',
  CSV_INVALID_CLOSING_QUOTE:
    'há texto depois das aspas de fechamento: dobre as aspas que são do nome.',
};

/** The parser counts lines at a row's end, so the row's own breaks are subtracted. */
function startOf({ lines }: InfoRecord, celulas: string[]): number {
  let quebras = 0;
  for (const celula of celulas) if (celula.includes('\n')) quebras += celula.split('\n').length - 1;
  return lines - quebras;
}

/** `lugar.ultima`: a row without an end begins after the last complete one. */
async function* rowsOf(
  textos: AsyncGenerator<string>,
  lugar: { ultima: number },
): AsyncGenerator<CsvRow> {
  const primeiro = await textos.next();
  const comeco = primeiro.done ? '' : primeiro.value;
  const [cabecalho = ''] = comeco.trimStart().split(/\r|\n/, 1);
  async function* all() {
    yield comeco;
    yield* textos;
  }
  const parser = parse({
    delimiter: findSeparador(cabecalho),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAXIMO_LINHA,
    on_record: (celulas, info) => {
      lugar.ultima = info.lines;
      // The parser's types allow only arrays of cells as rows.
      return { linha: startOf(info, celulas), celulas } as unknown as string[];
    },
  });
  // The parser reports errors of its source to the loop that reads it.
  pipeline(Readable.from(all()), parser, () => undefined);
  yield* parser as AsyncIterable<CsvRow>;
}

const isBlank = (celulas: string[]): boolean => celulas.every((celula) => celula.trim() === '');

/** The columns' places, from the first row. @throws a sentence with the missing columns */
function readCabecalho(celulas: string[], contexto: ImportContext): Map<ImportField, number> {
  const achados = findCampos(celulas);
  const falta = describeMissing(achados, celulas, contexto.tipo !== undefined);
  if (falta) throw refusedArquivo(`Linha 1: ${falta}`);
  return achados;
}

/** The rows of a table; errors go to `falhas`, and reading continues. */
export async function* readCsv(
  textos: AsyncGenerator<string>,
  contexto: ImportContext,
  falhas: FaultList,
): AsyncGenerator<ReadPlace> {
  const Linha = createLinha(contexto);
  let nomes: string[] | undefined;
  let colunas = new Map<ImportField, number>();
  const lugar = { ultima: 0 };
  try {
    for await (const { linha, celulas } of rowsOf(textos, lugar)) {
      if (isBlank(celulas)) continue;
      if (!nomes) {
        nomes = celulas.map((nome) => nome.trim());
        colunas = readCabecalho(nomes, contexto);
        continue;
      }
      if (celulas.length < nomes.length || !isBlank(celulas.slice(nomes.length))) {
        const muitas = celulas.length > nomes.length;
        const dica = muitas ? 'Um nome com separador vai entre aspas.' : 'O arquivo está completo?';
        const frase = `tem ${celulas.length} colunas, e o cabeçalho tem ${nomes.length}. ${dica}`;
        falhas.addAt(linha, undefined, frase);
        continue;
      }
      const { success, data, error } = Linha.safeParse(
        Object.fromEntries(CAMPOS.map((campo) => [campo, celulas[colunas.get(campo) ?? -1]])),
      );
      if (success) yield { onde: atLine(linha), ...data };
      for (const { path, message } of error?.issues ?? []) {
        const coluna = nomes[colunas.get(path[0] as ImportField) ?? -1] ?? String(path[0]);
        falhas.addAt(linha, `coluna ${coluna}`, message);
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const frase = FRASES[error.code] ?? 'a linha não pode ser lida como CSV.';
    falhas.addAt(lugar.ultima + 1, undefined, frase);
  }
}
