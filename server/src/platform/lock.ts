import { join } from 'node:path';
import Database from 'better-sqlite3';

/**
 * One server per data folder. The lock is a file lock of the operating system, so it ends with the
 * process, however that ends.
 * @throws when another server runs on the folder
 */
export function lockDataDir(dataDir: string): () => void {
  const trava = new Database(join(dataDir, 'servidor.trava'), { timeout: 0 });
  try {
    trava.pragma('locking_mode = EXCLUSIVE');
    trava.exec('begin exclusive');
  } catch {
    trava.close();
    throw new Error(`Já há um servidor UNIPARK usando a pasta ${dataDir}.`);
  }
  return () => trava.close();
}
