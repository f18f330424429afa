/** A table in text: rows and cells. */
import { CsvError } from 'csv-parse';
import { describeCsvError, readRows } from '../../platform/csv.ts';
import { CAMPOS, describeMissing, findCampos, type ImportField } from './campos.ts';
import { atLine, type FaultList, refusedArquivo } from './falhas.ts';
import { createLinha, type ImportContext, type ReadPlace } from './formas.ts';

/** The longest row: above it a quote was not closed, or the file is not a table. */
const MAXIMO_LINHA = 32 * 1024;

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
    for await (const { linha, celulas } of readRows(textos, lugar, {
      max_record_size: MAXIMO_LINHA,
    })) {
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
    falhas.addAt(lugar.ultima + 1, undefined, describeCsvError(error.code));
  }
}
