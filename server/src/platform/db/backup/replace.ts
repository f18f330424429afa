/** Puts one database file in the place of another, while no program uses either. */
import { existsSync } from 'node:fs';
import { link, mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { syncPath } from './snapshot.ts';

/** Moves the log into the file, while no program uses it. A damaged file keeps its log. */
export function closeLog(arquivo: string): void {
  let sqlite: Database.Database | undefined;
  try {
    sqlite = new Database(arquivo, { fileMustExist: true });
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
  } finally {
    sqlite?.close();
  }
}

/**
 * Puts `novo` in the place of `arquivo`, and keeps the one before in the folder `antes`. At each
 * moment the place has the whole old file or the whole new one.
 */
export async function replaceDatabase(arquivo: string, novo: string, antes: string): Promise<void> {
  const pasta = dirname(arquivo);
  if (existsSync(arquivo)) {
    closeLog(arquivo);
    await mkdir(antes, { recursive: true, mode: 0o700 });
    await link(arquivo, join(antes, basename(arquivo)));
    const log = `${arquivo}-wal`;
    if (existsSync(log)) await rename(log, join(antes, basename(log)));
    await rm(`${arquivo}-shm`, { force: true });
    await syncPath(antes);
  }
  await rename(novo, arquivo);
  await syncPath(pasta);
}
