import { join } from 'node:path';
import Database from 'better-sqlite3';
import { StartError } from '../../config/leitor.ts';
import { isTransient, storageFaultOf } from '../db/errors.ts';
import { isReadOnlyDisk } from '../db/sqlite/files.ts';

/** Another server runs on the data folder. */
export class FolderInUse extends StartError {}

/**
 * One server per data folder. The lock is a file lock of the operating system, so it ends with the
 * process in every case. A read-only disk allows no lock, and needs none: call it again after the
 * disk accepts writes.
 * @throws {FolderInUse} when another server runs on the folder
 * @throws {StartError} when the lock's own file cannot be used
 */
export function lockDataDir(dataDir: string): () => void {
  const arquivo = join(dataDir, 'servidor.trava');
  let trava: Database.Database | undefined;
  try {
    trava = new Database(arquivo, { timeout: 0 });
    trava.pragma('locking_mode = EXCLUSIVE');
    // A read-only file silently gets no exclusive lock: only a write shows it.
    trava.exec('begin exclusive; pragma user_version = 1');
  } catch (cause) {
    // The lock is held: only the proving byte has no space.
    if (trava && storageFaultOf(cause) === 'cheio') return closer(trava);
    trava?.close();
    if (isReadOnlyDisk(dataDir)) return () => undefined;
    throw isTransient(cause)
      ? new FolderInUse(`Já há um servidor UNIPARK usando a pasta ${dataDir}.`)
      : new StartError(`Não foi possível usar ${arquivo}. Confira as permissões ou apague-o.`, {
          cause,
        });
  }
  return closer(trava);
}

const closer = (trava: Database.Database) => () => {
  trava.close();
};
