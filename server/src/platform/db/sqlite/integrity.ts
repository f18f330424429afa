/** Checks the database file page by page. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';

/** Up to this size the quick check takes less than half a second, and a start waits for it. */
export const RAPIDO = 64 * 1_048_576;

/** The result of the check; null when the file is valid. */
export type IntegrityFault = string | null;

const PROGRAMA = fileURLToPath(new URL('./integrityProcess.ts', import.meta.url));

function findFault(sqlite: Database.Database, completa: boolean): IntegrityFault {
  const pragma = completa ? 'integrity_check(1)' : 'quick_check(1)';
  const achado = String(sqlite.pragma(pragma, { simple: true }));
  if (achado !== 'ok') return achado;
  const quebradas = completa ? (sqlite.pragma('foreign_key_check') as { table: string }[]) : [];
  return quebradas[0] ? `foreign key of ${quebradas[0].table}` : null;
}

/**
 * Reads the whole file; nothing else runs meanwhile. `completa`: also checks indexes against their
 * tables and every reference, at several times the cost.
 * @throws when the file cannot be opened at all
 */
export function examineFile(arquivo: string, completa: boolean): IntegrityFault {
  const sqlite = new Database(arquivo, { readonly: true, timeout: 1_000 });
  try {
    // Each page is read once.
    sqlite.pragma('cache_size = -2000');
    return findFault(sqlite, completa);
  } catch (error) {
    const { code = '', message = String(error) } = error as { code?: string; message?: string };
    // A page that cannot be read is damage; a lock of another process is not.
    return code.startsWith('SQLITE_BUSY') ? null : message;
  } finally {
    sqlite.close();
  }
}

/**
 * The quick check in another process, so that a long read delays no request; what a thread had used
 * would stay in the memory of the server. It ends when `signal` aborts.
 * @throws when the file cannot be opened at all
 */
export async function examineApart(arquivo: string, signal: AbortSignal): Promise<IntegrityFault> {
  const filho = fork(PROGRAMA, [arquivo], {
    ...{ execArgv: [], stdio: 'ignore', signal, killSignal: 'SIGKILL' as const },
  });
  filho.unref();
  filho.channel?.unref();
  return new Promise((resolve, reject) => {
    filho.once('message', (achado) => resolve(achado as IntegrityFault));
    filho.once('error', reject);
    filho.once('exit', () => reject(new Error('the check of the file ended without a finding')));
  });
}
