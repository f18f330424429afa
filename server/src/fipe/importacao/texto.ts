/** A file as text, piece by piece: decoded strictly, and whatever cannot be decoded has a place. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { number } from '../rotulos.ts';
import { recusa } from './falhas.ts';

export const CODIFICACOES = ['utf-8', 'windows-1252'] as const;
export type Codificacao = (typeof CODIFICACOES)[number];

const PEDACO = 64 * 1024;

/** How far the reading is; `hash` is known at the end. */
export interface Andamento {
  lidos: number;
  hash: string;
}

/** Line and column of the next character. */
interface Lugar {
  linha: number;
  coluna: number;
}

function advance(lugar: Lugar, texto: string): void {
  let desde = 0;
  for (let fim = texto.indexOf('\n'); fim >= 0; fim = texto.indexOf('\n', desde)) {
    lugar.linha += 1;
    lugar.coluna = 1;
    desde = fim + 1;
  }
  for (const _ of texto.slice(desde)) lugar.coluna += 1;
}

const at = ({ linha, coluna }: Lugar): string =>
  `Linha ${number(linha)}, caractere ${number(coluna)}`;

/** The bytes at the end of a piece that begin a letter without ending it: three at most. */
function cutLetter(bytes: Buffer): Buffer {
  for (let i = 1; i <= Math.min(3, bytes.length); i += 1) {
    const byte = bytes[bytes.length - i] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const inteira = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return bytes.subarray(i < inteira ? bytes.length - i : bytes.length);
  }
  return bytes.subarray(bytes.length);
}

/** How many bytes from the start are good, where not all are. */
function goodBytes(bytes: Buffer): number {
  let [bons, ruins] = [0, bytes.length];
  while (ruins - bons > 1) {
    const meio = (bons + ruins) >> 1;
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, meio), { stream: true });
      bons = meio;
    } catch {
      ruins = meio;
    }
  }
  return bons - cutLetter(bytes.subarray(0, bons)).length;
}

function explainByte(bytes: Buffer, lugar: Lugar): Error {
  const bons = goodBytes(bytes);
  const antes = new TextDecoder('utf-8').decode(bytes.subarray(0, bons), { stream: true });
  advance(lugar, antes);
  const byte = (bytes[bons] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  return recusa(
    `${at(lugar)}: o byte 0x${byte} não é UTF-8. Se o arquivo veio do Excel, repita com --codificacao windows-1252.`,
  );
}

/**
 * Yields the text of a file without its byte order mark.
 * @throws a sentence with line and column for a byte that is no text
 */
export async function* readTexto(
  caminho: string,
  codificacao: Codificacao,
  andamento: Andamento,
): AsyncGenerator<string> {
  const decodificador = new TextDecoder(codificacao, { fatal: true });
  const hash = createHash('sha256');
  const lugar: Lugar = { linha: 1, coluna: 1 };
  let cortada: Buffer = Buffer.alloc(0);
  const decode = (bytes: Buffer, stream: boolean): string => {
    try {
      return decodificador.decode(bytes, { stream });
    } catch {
      throw explainByte(Buffer.concat([cortada, bytes]), lugar);
    }
  };
  for await (const bytes of createReadStream(caminho, { highWaterMark: PEDACO })) {
    hash.update(bytes);
    const texto = decode(bytes, true);
    const nulo = texto.indexOf('\0');
    if (nulo >= 0) {
      advance(lugar, texto.slice(0, nulo));
      throw recusa(`${at(lugar)}: há um byte nulo. O arquivo não é um texto, ou está danificado.`);
    }
    advance(lugar, texto);
    if (codificacao === 'utf-8') cortada = Buffer.from(cutLetter(bytes));
    andamento.lidos += bytes.length;
    if (texto !== '') yield texto;
  }
  decode(Buffer.alloc(0), false);
  andamento.hash = hash.digest('hex');
}
