/** A file as text, whole lines at a time, decoded strictly; an invalid byte has a place. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { number } from '../rotulos.ts';
import { refusedArquivo } from './falhas.ts';

export const CODIFICACOES = ['utf-8', 'windows-1252'] as const;
export type TextEncodingName = (typeof CODIFICACOES)[number];

const PEDACO = 64 * 1024;
/** A JSON file may be one line; this is the longest text in memory. */
export const MAXIMO_JSON = 32 * 1024 * 1024;
const QUEBRA = 10;

/** The progress of the reading; `hash` is known at the end. */
export interface ReadProgress {
  lidos: number;
  hash: string;
}

/** 'Linha 3, caractere 7': the place after this text, which begins on line `linha`. */
function placeAfter(texto: string, linha: number): string {
  const linhas = texto.split('\n');
  const caractere = [...(linhas.at(-1) ?? '')].length + 1;
  return `Linha ${number(linha + linhas.length - 1)}, caractere ${number(caractere)}`;
}

/** The first byte that is not UTF-8; a replacement character in the file is valid. */
function explainByte(bytes: Buffer, linha: number): Error {
  const texto = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  let [em, desde] = [0, 0];
  for (let i = texto.indexOf('\ufffd'); i >= 0; i = texto.indexOf('\ufffd', desde)) {
    em += Buffer.byteLength(texto.slice(desde, i));
    desde = i;
    if (bytes.subarray(em, em + 3).toString('latin1') !== '\u00ef\u00bf\u00bd') break;
    [em, desde] = [em + 3, i + 1];
  }
  const onde = placeAfter(texto.slice(0, desde).replace(/^\ufeff/, ''), linha);
  const byte = (bytes[em] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  return refusedArquivo(
    `${onde}: o byte 0x${byte} não é UTF-8. Se o arquivo veio do Excel, repita com --codificacao windows-1252.`,
  );
}

/** The bytes of a file in pieces that end with a line, so that no character is cut. */
async function* linesOf(caminho: string): AsyncGenerator<Buffer> {
  let inicio: Buffer[] = [];
  let guardados = 0;
  for await (const bytes of createReadStream(caminho, { highWaterMark: PEDACO })) {
    const fim = (bytes as Buffer).lastIndexOf(QUEBRA) + 1;
    if (fim > 0) {
      yield Buffer.concat([...inicio, bytes.subarray(0, fim)]);
      [inicio, guardados] = [[], 0];
    }
    inicio.push(bytes.subarray(fim));
    guardados += bytes.length - fim;
    if (guardados > MAXIMO_JSON) throw refusedArquivo('O arquivo tem uma linha de mais de 32 MB.');
  }
  if (guardados > 0) yield Buffer.concat(inicio);
}

/**
 * Yields the text of a file without its byte order mark.
 * @throws a sentence with line and column for an invalid byte
 */
export async function* readTexto(
  caminho: string,
  codificacao: TextEncodingName,
  andamento: ReadProgress,
): AsyncGenerator<string> {
  const decodificador = new TextDecoder(codificacao, { fatal: true });
  const hash = createHash('sha256');
  let linha = 1;
  for await (const bytes of linesOf(caminho)) {
    hash.update(bytes);
    andamento.lidos += bytes.length;
    let texto: string;
    try {
      texto = decodificador.decode(bytes, { stream: true });
      // A character that is cut at the end of the file.
      if (bytes.at(-1) !== QUEBRA) texto += decodificador.decode();
    } catch {
      throw explainByte(bytes, linha);
    }
    const nulo = texto.indexOf('\0');
    if (nulo >= 0) {
      const onde = placeAfter(texto.slice(0, nulo), linha);
      throw refusedArquivo(
        `${onde}: há um byte nulo. O arquivo não é um texto, ou está danificado.`,
      );
    }
    if (texto !== '') yield texto;
    linha += texto.split('\n').length - 1;
  }
  andamento.hash = hash.digest('hex');
}
