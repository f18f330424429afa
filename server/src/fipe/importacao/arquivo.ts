/** The file before its rows are read: whether it can be read, its format, and a stable copy. */
import { constants } from 'node:fs';
import { copyFile, glob, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nowMs } from '../../platform/clock.ts';
import { refusedArquivo } from './falhas.ts';

const COMECO = 64;
const BOM = /^\u00ef\u00bb\u00bf/;
/** First bytes that no table has: ZIP (XLSX, ODS), PDF, gzip, XLS, a page; NUL as in UTF-16. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const OUTRO = /^(?:PK\u0003\u0004|%PDF|\u001f\u008b|\u00d0\u00cf|\s*<)|\u0000/;

/** The system's error codes as sentences. */
const DO_SISTEMA: Record<string, (caminho: string) => string> = {
  ENOENT: (caminho) => `Arquivo não encontrado: ${caminho}.`,
  ENOTDIR: (caminho) => `Arquivo não encontrado: ${caminho}.`,
  EACCES: (caminho) => `Sem permissão para ler ${caminho}.`,
  EPERM: (caminho) => `Sem permissão para ler ${caminho}.`,
  ENOSPC: () => 'O disco do servidor está cheio. Nada foi gravado.',
};

async function explained<T>(caminho: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw refusedArquivo(
      DO_SISTEMA[code]?.(caminho) ?? `Não foi possível ler ${caminho} (${code}).`,
    );
  }
}

/**
 * Reads a file's size and, from its first characters, its format. @throws a sentence with the
 * reason why it cannot be imported
 */
export const examineArquivo = (
  caminho: string,
): Promise<{ tamanho: number; formato: 'csv' | 'json' }> =>
  explained(caminho, async () => {
    const dados = await stat(caminho);
    if (dados.isDirectory()) throw refusedArquivo(`${caminho} é uma pasta: indique o arquivo.`);
    if (!dados.isFile()) throw refusedArquivo(`${caminho} não é um arquivo comum.`);
    const aberto = await open(caminho);
    try {
      const { buffer, bytesRead } = await aberto.read(Buffer.alloc(COMECO), 0, COMECO, 0);
      const texto = buffer.toString('latin1', 0, bytesRead).replace(BOM, '');
      if (OUTRO.test(texto)) {
        throw refusedArquivo(
          'O arquivo não é CSV nem JSON. Salve a planilha como CSV UTF-8 e importe.',
        );
      }
      if (texto.trim() === '') throw refusedArquivo('O arquivo está vazio.');
      return { tamanho: dados.size, formato: /^\s*[[{]/.test(texto) ? 'json' : 'csv' };
    } finally {
      await aberto.close();
    }
  });

/**
 * Copies a file to a place that the server can read, with any permissions of other folders.
 * @throws a sentence when it cannot, or when the file changed meanwhile
 */
export const copyArquivo = (caminho: string, copia: string, copy = copyFile): Promise<void> =>
  explained(caminho, async () => {
    const antes = await stat(caminho);
    try {
      await copy(caminho, copia, constants.COPYFILE_FICLONE);
      const depois = await stat(caminho);
      if (antes.size === depois.size && antes.mtimeMs === depois.mtimeMs) return;
      throw refusedArquivo(
        'O arquivo mudou durante a leitura. Aguarde o fim da gravação e repita.',
      );
    } catch (error) {
      await rm(copia, { force: true });
      throw error;
    }
  });

const COPIA = 'importacao-';
const ESQUECIDA_MS = 86_400_000;

/** Where the tool puts its copy of a file, for the process that imports it. */
export const pathOfCopy = (dataDir: string, id: string): string => join(dataDir, COPIA + id);

/** Removes copies of the day before: of a tool that was killed. */
export async function removeOldCopies(dataDir: string): Promise<void> {
  for await (const nome of glob(`${COPIA}*`, { cwd: dataDir })) {
    const copia = join(dataDir, nome);
    // The time of the copy; the other one may be that of the file.
    const { ctimeMs } = await stat(copia).catch(() => ({ ctimeMs: nowMs() }));
    if (nowMs() - ctimeMs > ESQUECIDA_MS) await rm(copia, { force: true });
  }
}
