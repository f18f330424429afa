/** A file as rows, whatever its format, which its first bytes tell. */
import type { FileRow } from './linha.ts';
import { refusedArquivo } from './recusa.ts';
import { readTexto } from './texto.ts';

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
/** What Office writes with a password, and before 2007. */
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** PDF, gzip, pictures, a page: never a table. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const OUTRO = /^(?:%PDF|\u001f\u008b|\u0089PNG|GIF8|\u00ff\u00d8\u00ff|\s*<(?:!|\?|html))/i;

async function readAll(pedacos: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const todos: Uint8Array[] = [];
  for await (const pedaco of pedacos) todos.push(pedaco);
  return Buffer.concat(todos);
}

/**
 * The rows of a file in pieces, some at a time; `isTitulos` tells whether cells are the headings of
 * such a file. @throws a sentence for a file that is no table
 */
export async function* readArquivo(
  pedacos: () => AsyncIterable<Uint8Array>,
  isTitulos: (celulas: string[]) => boolean,
): AsyncGenerator<FileRow[]> {
  let comeco = Buffer.alloc(0);
  for await (const pedaco of pedacos()) {
    comeco = Buffer.from(pedaco.subarray(0, 64));
    break;
  }
  if (comeco.length === 0) throw refusedArquivo('O arquivo está vazio.');
  if (comeco.subarray(0, 8).equals(OLE)) {
    throw refusedArquivo(
      'A planilha está protegida por senha ou é de um Excel antigo (.xls). Salve como .xlsx, sem senha.',
    );
  }
  if (comeco.subarray(0, 4).equals(ZIP)) {
    const { readPlanilha } = await import('./planilha.ts');
    return yield* readPlanilha(await readAll(pedacos()), isTitulos);
  }
  if (OUTRO.test(comeco.toString('latin1'))) {
    throw refusedArquivo(
      'O arquivo não é CSV nem XLSX. Salve a planilha em um dos dois e envie de novo.',
    );
  }
  const { readCsv } = await import('./csv.ts');
  for await (const linha of readCsv(readTexto(pedacos(), comeco))) yield [linha];
}
