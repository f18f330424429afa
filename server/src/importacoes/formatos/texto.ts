/** A text file in pieces of whole lines, in any of the encodings that spreadsheets write. */
import { refusedArquivo } from './recusa.ts';

const QUEBRA = 10;
const RETORNO = 13;
/** A line this long is not of a table. */
const LINHA_MAXIMA = 1024 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const windows1252 = new TextDecoder('windows-1252');

function decodeStrictly(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Line by line: a file that was made of two may have two encodings, and a line of windows-1252 with
 * an accent is never UTF-8.
 */
function decodeLines(bytes: Buffer): string {
  let [texto, em] = ['', 0];
  while (em < bytes.length) {
    const fim = bytes.indexOf(QUEBRA, em) + 1 || bytes.length;
    const linha = bytes.subarray(em, fim);
    texto += decodeStrictly(linha) ?? windows1252.decode(linha);
    em = fim;
  }
  return texto;
}

const decodeText = (bytes: Buffer): string => decodeStrictly(bytes) ?? decodeLines(bytes);

/** What is parsed at once: about 5 ms, in which no request is answered. */
const FATIA = 32 * 1024;

async function* inSlices(pedacos: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const pedaco of pedacos) {
    for (let em = 0; em < pedaco.length; em += FATIA) yield pedaco.subarray(em, em + FATIA);
  }
}

async function* wholeLines(pedacos: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let resto = Buffer.alloc(0);
  for await (const pedaco of inSlices(pedacos)) {
    const bytes = Buffer.concat([resto, pedaco]);
    const fim = Math.max(bytes.lastIndexOf(QUEBRA), bytes.lastIndexOf(RETORNO)) + 1;
    if (fim > 0) yield bytes.subarray(0, fim);
    resto = bytes.subarray(fim);
    if (resto.length > LINHA_MAXIMA) {
      throw refusedArquivo('O arquivo tem uma linha longa demais: não parece uma tabela.');
    }
  }
  if (resto.length > 0) yield resto;
}

/** UTF-16 is what a spreadsheet calls 'Unicode text'. */
async function* decodeUtf16(pedacos: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decodificador = new TextDecoder('utf-16le');
  for await (const pedaco of inSlices(pedacos))
    yield decodificador.decode(pedaco, { stream: true });
  yield decodificador.decode();
}

/** The text of a file without its byte order mark. @throws a sentence for what is no text */
export async function* readTexto(
  pedacos: AsyncIterable<Uint8Array>,
  comeco: Buffer,
): AsyncGenerator<string> {
  if (comeco[0] === 0xff && comeco[1] === 0xfe) return yield* decodeUtf16(pedacos);
  let primeiro = true;
  for await (const bytes of wholeLines(pedacos)) {
    if (bytes.includes(0)) {
      throw refusedArquivo(
        'O arquivo não é CSV nem XLSX. Salve a planilha em um dos dois e envie de novo.',
      );
    }
    const texto = decodeText(bytes);
    yield primeiro ? texto.replace(/^\ufeff/, '') : texto;
    primeiro = false;
  }
}
