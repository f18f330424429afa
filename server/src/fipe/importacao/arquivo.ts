/** The file itself, before anybody reads its rows: what it is, by its first bytes, and its hash. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { recusa } from './falhas.ts';

export interface Arquivo {
  caminho: string;
  nome: string;
  tamanho: number;
  formato: 'csv' | 'json';
}

const COMECO = 4_096;
const BOM_UTF8 = Buffer.from([0xef, 0xbb, 0xbf]);

/** What people send instead of a table, by the bytes with which it begins. */
const OUTROS: [inicio: number[], frase: string][] = [
  [[0x1f, 0x8b], 'O arquivo está compactado (gzip): descompacte e importe o que há dentro.'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'É uma planilha XLS: salve como CSV.'],
  [[0x25, 0x50, 0x44, 0x46], 'É um PDF: importe um arquivo CSV ou JSON.'],
];

/** A ZIP says by the names inside what it is. */
function describeZip(comeco: Buffer): string {
  const nomes = comeco.toString('latin1');
  if (nomes.includes('opendocument.spreadsheet')) return 'É uma planilha ODS: salve como CSV.';
  if (/\[Content_Types\]\.xml|_rels\/|xl\//.test(nomes)) {
    return 'É uma planilha XLSX: salve como CSV.';
  }
  return 'O arquivo está compactado (ZIP): descompacte e importe o que há dentro.';
}

const UTF16 =
  'O arquivo está em UTF-16: salve como CSV UTF-8 (ou Unicode UTF-8) e importe de novo.';

/** Every second byte is NUL in a UTF-16 text of Latin letters, with a mark at its start or without. */
function isUtf16(comeco: Buffer): boolean {
  const [a, b] = comeco;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return true;
  const pares = [...comeco.subarray(0, 64)];
  const nulos = (resto: number) => pares.every((byte, i) => (byte === 0) === (i % 2 === resto));
  return pares.length >= 4 && (nulos(0) || nulos(1));
}

/** The format by the first character that shows; everything that is no text is refused by name. */
function formatOf(comeco: Buffer): Arquivo['formato'] {
  if (comeco.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) {
    throw recusa(describeZip(comeco));
  }
  const outro = OUTROS.find(([inicio]) => inicio.every((byte, i) => comeco[i] === byte));
  if (outro) throw recusa(outro[1]);
  if (isUtf16(comeco)) throw recusa(UTF16);
  const semBom = comeco.subarray(0, 3).equals(BOM_UTF8) ? comeco.subarray(3) : comeco;
  const texto = semBom.toString('latin1').trimStart();
  if (texto === '') throw recusa('O arquivo está vazio.');
  if (texto.startsWith('<')) {
    throw recusa('É uma página da web (HTML), não uma tabela: baixe o arquivo CSV ou JSON.');
  }
  return /^[[{]/.test(texto) ? 'json' : 'csv';
}

/** Why the system gives no file, by its code. */
const DO_SISTEMA: Record<string, (caminho: string) => string> = {
  ENOENT: (caminho) => `Arquivo não encontrado: ${caminho}.`,
  ENOTDIR: (caminho) => `Arquivo não encontrado: ${caminho}.`,
  EACCES: (caminho) => `Sem permissão para ler ${caminho}.`,
  EPERM: (caminho) => `Sem permissão para ler ${caminho}.`,
};

/** Looks at a file. @throws a sentence of why it cannot be imported */
export async function examineArquivo(caminho: string): Promise<Arquivo> {
  try {
    const dados = await stat(caminho);
    if (dados.isDirectory()) throw recusa(`${caminho} é uma pasta: indique o arquivo.`);
    if (!dados.isFile()) throw recusa(`${caminho} não é um arquivo comum.`);
    const aberto = await open(caminho);
    try {
      const { buffer, bytesRead } = await aberto.read(Buffer.alloc(COMECO), 0, COMECO, 0);
      const formato = formatOf(buffer.subarray(0, bytesRead));
      return { caminho, nome: basename(caminho), tamanho: dados.size, formato };
    } finally {
      await aberto.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw recusa(DO_SISTEMA[code]?.(caminho) ?? `Não foi possível ler ${caminho} (${code}).`);
  }
}

/** In a pass of its own: whether this is the file of last time, and how many lines it has. */
export async function hashArquivo(caminho: string): Promise<{ hash: string; linhas: number }> {
  const hash = createHash('sha256');
  let linhas = 0;
  for await (const pedaco of createReadStream(caminho, { highWaterMark: 1 << 20 })) {
    hash.update(pedaco);
    for (let i = pedaco.indexOf(10); i >= 0; i = pedaco.indexOf(10, i + 1)) linhas += 1;
  }
  return { hash: hash.digest('hex'), linhas };
}
