import { join } from 'node:path';
import Database from 'better-sqlite3';
import { isBusy } from './db/errors.ts';
import { StartError } from './startup.ts';

/** Another server runs on the data folder. */
export class FolderInUse extends StartError {}

/**
 * One server per data folder. The lock is a file lock of the operating system, so it ends with the
 * process, however that ends.
 * @throws {FolderInUse} when another server runs on the folder
 * @throws {StartError} when the lock's own file cannot be used
 */
export function lockDataDir(dataDir: string): () => void {
  const arquivo = join(dataDir, 'servidor.trava');
  let trava: Database.Database | undefined;
  try {
    trava = new Database(arquivo, { timeout: 0 });
    trava.pragma('locking_mode = EXCLUSIVE');
    // A read-only file takes no exclusive lock, silently: writing to it tells.
    trava.exec('begin exclusive; pragma user_version = 1');
  } catch (cause) {
    trava?.close();
    throw isBusy(cause)
      ? new FolderInUse(`Já há um servidor UNIPARK usando a pasta ${dataDir}.`)
      : new StartError(`Não foi possível usar ${arquivo}. Confira as permissões ou apague-o.`, {
          cause,
        });
  }
  const aberta = trava;
  return () => aberta.close();
}
