/** A table in text: rows and cells. */
import { pipeline, Readable } from 'node:stream';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { type Campo, describeMissing, findCampos } from './campos.ts';
import { type Lista, recusa, ValorErrado } from './falhas.ts';
import { type Contexto, type Lido, makeRegistro } from './registro.ts';

const SEPARADORES = [',', ';', '\t'];
/** A row is shorter than this; beyond it a quote was never closed, or it is no table. */
const MAXIMO_LINHA = 32 * 1024;

interface Linha {
  linha: number;
  celulas: string[];
}

/** The separator that the header uses most, outside quotes. */
function findSeparador(cabecalho: string): string {
  const semAspas = cabecalho.replace(/"[^"]*"/g, '');
  const vezes = (separador: string) => semAspas.split(separador).length;
  return SEPARADORES.reduce((melhor, outro) => (vezes(outro) > vezes(melhor) ? outro : melhor));
}

const FRASES: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'as aspas abertas não se fecham. O arquivo está completo?',
  CSV_MAX_RECORD_SIZE: 'a linha é grande demais. Faltam aspas de fechamento?',
  INVALID_OPENING_QUOTE:
    'há aspas no meio do campo: ponha o campo inteiro entre aspas e dobre as de dentro.',
  CSV_INVALID_CLOSING_QUOTE:
    'há texto depois das aspas de fechamento: dobre as aspas que são do nome.',
};

/** Lines are counted by the parser at the end of a row: its own breaks come off. */
function startOf({ lines }: InfoRecord, celulas: string[]): number {
  let quebras = 0;
  for (const celula of celulas) if (celula.includes('\n')) quebras += celula.split('\n').length - 1;
  return lines - quebras;
}

/** Where the parser is: a row that never ends begins after the last one that did. */
interface Lugar {
  ultima: number;
}

async function* rowsOf(textos: AsyncGenerator<string>, lugar: Lugar): AsyncGenerator<Linha> {
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
      // Its types know no row that is anything else than its cells.
      return { linha: startOf(info, celulas), celulas } as unknown as string[];
    },
  });
  // The parser is told of what its source threw, and the loop over it throws that.
  pipeline(Readable.from(all()), parser, () => undefined);
  yield* parser as AsyncIterable<Linha>;
}

const isBlank = (celulas: string[]): boolean => celulas.every((celula) => celula.trim() === '');

/** Where the columns stand, by the first row. @throws a sentence that names what is missing */
function readCabecalho(celulas: string[], contexto: Contexto): Map<Campo, number> {
  const achados = findCampos(celulas);
  const falta = describeMissing(achados, celulas, contexto.tipo !== undefined);
  if (falta) throw recusa(`Linha 1: ${falta}`);
  return achados;
}

/** The rows of a table; what is wrong with one goes to `falhas`, and the reading goes on. */
export async function* readCsv(
  textos: AsyncGenerator<string>,
  contexto: Contexto,
  falhas: Lista,
): AsyncGenerator<Lido> {
  let nomes: string[] | undefined;
  let colunas = new Map<Campo, number>();
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
      try {
        const ler = (campo: Campo) => celulas[colunas.get(campo) ?? -1];
        yield { linha, ...makeRegistro(ler, contexto) };
      } catch (error) {
        if (!(error instanceof ValorErrado)) throw error;
        const coluna = colunas.get(error.campo as Campo);
        falhas.addAt(linha, `coluna ${nomes[coluna ?? -1] ?? error.campo}`, error.message);
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const frase = FRASES[error.code] ?? 'a linha não pode ser lida como CSV.';
    falhas.addAt(lugar.ultima + 1, undefined, frase);
  }
}
