/** Copies the embedded database's file while programs write it. */
import { open } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { listTables, quoteName } from '../move/source.ts';

/** How long another program's lock is waited for. */
const ESPERA_MS = 30_000;
/** All pages in one step: a step shows one moment, and a write between two begins the copy anew. */
const TODAS = 0x7fff_ffff;

/** Waits until the disk has a file's bytes, or a folder's names. */
export async function syncPath(path: string): Promise<void> {
  const aberto = await open(path, 'r');
  await aberto.sync().finally(() => aberto.close());
}

/**
 * Copies the file as it is at one moment, through SQLite's backup interface. The copy is one file
 * without a log; the rows of `deixadas` are removed from it and their bytes overwritten.
 * @throws errors of SQLite: no space, a lock of another program, a damaged page
 */
export async function copyDatabase(
  de: string,
  para: string,
  deixadas: readonly string[],
): Promise<void> {
  const origem = new Database(de, { readonly: true, fileMustExist: true, timeout: ESPERA_MS });
  try {
    await origem.backup(para, { progress: () => TODAS });
  } finally {
    origem.close();
  }
  const copia = new Database(para, { fileMustExist: true });
  try {
    copia.pragma('journal_mode = DELETE');
    copia.pragma('secure_delete = ON');
    const existentes = listTables(copia);
    copia.transaction(() => {
      for (const tabela of deixadas.filter((nome) => existentes.includes(nome))) {
        copia.exec(`delete from ${quoteName(tabela)}`);
      }
    })();
  } finally {
    copia.close();
  }
  await syncPath(para);
}
