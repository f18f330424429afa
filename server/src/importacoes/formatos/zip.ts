/** The entries of a ZIP archive in memory, inflated with limits. */
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { damagedPlanilha, refusedArquivo } from './recusa.ts';

/** Limits of all entries together: an honest header is refused before anything is inflated. */
export const INFLADO_MAXIMO = 64 * 1024 * 1024;
const ENTRADAS_MAXIMO = 100;

const FIM = 0x06054b50;
const ENTRADA = 0x02014b50;
const LOCAL = 0x04034b50;
const COMENTARIO_MAXIMO = 65_535;
const CIFRADA = 1;
const GUARDADA = 0;
const COMPRIMIDA = 8;
const PEDACO = 64 * 1024;

export interface ZipEntry {
  metodo: number;
  dados: Buffer;
  /** As the header says; more is refused. */
  tamanho: number;
}

const tooLarge = () =>
  refusedArquivo(
    'A planilha tem dados demais depois de descomprimida. Divida em arquivos menores.',
  );

function findEnd(arquivo: Buffer): number {
  const limite = Math.max(0, arquivo.length - COMENTARIO_MAXIMO - 22);
  for (let em = arquivo.length - 22; em >= limite; em -= 1) {
    if (arquivo.readUInt32LE(em) === FIM) return em;
  }
  throw damagedPlanilha();
}

function dataOf(arquivo: Buffer, onde: number, comprimido: number): Buffer {
  if (arquivo.readUInt32LE(onde) !== LOCAL) throw damagedPlanilha();
  const inicio = onde + 30 + arquivo.readUInt16LE(onde + 26) + arquivo.readUInt16LE(onde + 28);
  if (inicio + comprimido > arquivo.length) throw damagedPlanilha();
  return arquivo.subarray(inicio, inicio + comprimido);
}

function readEntries(arquivo: Buffer): Map<string, ZipEntry> {
  const fim = findEnd(arquivo);
  const quantas = arquivo.readUInt16LE(fim + 10);
  if (quantas > ENTRADAS_MAXIMO) {
    throw refusedArquivo(`O arquivo tem ${quantas} partes: não parece uma planilha.`);
  }
  const entradas = new Map<string, ZipEntry>();
  let em = arquivo.readUInt32LE(fim + 16);
  let total = 0;
  for (let i = 0; i < quantas; i += 1) {
    if (arquivo.readUInt32LE(em) !== ENTRADA) throw damagedPlanilha();
    if (arquivo.readUInt16LE(em + 8) & CIFRADA) {
      throw refusedArquivo('A planilha está protegida por senha. Salve sem senha e envie de novo.');
    }
    const comprimido = arquivo.readUInt32LE(em + 20);
    const tamanho = arquivo.readUInt32LE(em + 24);
    const [nome, extra, comentario] = [28, 30, 32].map((d) => arquivo.readUInt16LE(em + d));
    total += tamanho;
    if (total > INFLADO_MAXIMO) throw tooLarge();
    entradas.set(arquivo.toString('utf8', em + 46, em + 46 + (nome ?? 0)), {
      metodo: arquivo.readUInt16LE(em + 10),
      dados: dataOf(arquivo, arquivo.readUInt32LE(em + 42), comprimido),
      tamanho,
    });
    em += 46 + (nome ?? 0) + (extra ?? 0) + (comentario ?? 0);
  }
  return entradas;
}

/** The entries by name. @throws a sentence for an archive that is damaged, encrypted or too large */
export function listEntries(arquivo: Buffer): Map<string, ZipEntry> {
  try {
    return readEntries(arquivo);
  } catch (error) {
    // A position outside of the file.
    if (error instanceof RangeError) throw damagedPlanilha();
    throw error;
  }
}

function* sliced(dados: Buffer): Generator<Buffer> {
  for (let em = 0; em < dados.length; em += PEDACO) yield dados.subarray(em, em + PEDACO);
}

/** The bytes of an entry. @throws a sentence when there are more than its header says */
export async function* inflateEntry({ metodo, dados, tamanho }: ZipEntry): AsyncGenerator<Buffer> {
  if (metodo !== GUARDADA && metodo !== COMPRIMIDA) throw damagedPlanilha();
  const fonte = Readable.from(sliced(dados), { objectMode: false });
  const corrente = metodo === GUARDADA ? fonte : createInflateRaw({ chunkSize: PEDACO });
  if (corrente !== fonte) fonte.pipe(corrente as NodeJS.WritableStream & typeof corrente);
  let lidos = 0;
  try {
    for await (const bytes of corrente) {
      lidos += (bytes as Buffer).length;
      if (lidos > tamanho) throw damagedPlanilha();
      yield bytes as Buffer;
    }
  } catch (error) {
    if (String((error as { code?: string }).code).startsWith('Z_')) throw damagedPlanilha();
    throw error;
  } finally {
    fonte.destroy();
    corrente.destroy();
  }
}
