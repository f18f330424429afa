/** The thread of `integrity.ts`, with its own connection, so that a long read delays no request. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

const { arquivo, completa } = workerData as { arquivo: string; completa: boolean };
const sqlite = new Database(arquivo, { readonly: true, timeout: 1_000 });
// Each page is read once: a larger cache would only stay in the memory of the process.
sqlite.pragma('cache_size = -2000');

function examine(): string | null {
  const pragma = completa ? 'integrity_check(1)' : 'quick_check(1)';
  const achado = String(sqlite.pragma(pragma, { simple: true }));
  if (achado !== 'ok') return achado;
  const quebradas = completa ? (sqlite.pragma('foreign_key_check') as { table: string }[]) : [];
  return quebradas[0] ? `foreign key of ${quebradas[0].table}` : null;
}

try {
  parentPort?.postMessage(examine());
} catch (error) {
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  // A page that cannot be read is damage; a lock of another process is not.
  parentPort?.postMessage(code.startsWith('SQLITE_BUSY') ? null : message);
} finally {
  sqlite.close();
}
