/** The embedded database: better-sqlite3 behind Kysely. No other module depends on SQLite. */
import Database from 'better-sqlite3';
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { SqliteDriver } from './driver.ts';
import { Storage } from './storage.ts';

/** Waiting inside SQLite blocks all requests: only to open, and for a reader's rare conflict. */
const ESPERA_SINCRONA_MS = 100;

/** SQLite rolls back DDL too; Kysely's adapter only assumes that it cannot. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** The driver queues the writers itself, so that readers do not wait with them. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * SQLite's planner reads the value of a bare parameter (of a join, of a range, of LIMIT), and then
 * compiles the statement again at every run, which takes longer than most of our queries. It does
 * not read an expression, and a unary plus changes no value (sqlite.org/lang_expr.html).
 */
class StableQueryCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

/** Opens or creates the file with durable settings, which are read back and checked. */
function openWriter(file: string): Database.Database {
  const sqlite = new Database(file, { timeout: ESPERA_SINCRONA_MS });
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('temp_store = MEMORY');
  // Old values within a page are overwritten; whole pages only where it matters (`erase.ts`).
  sqlite.pragma('secure_delete = FAST');
  sqlite.pragma('cache_size = -16000');
  const lido = ['journal_mode', 'synchronous', 'foreign_keys'].map((nome) =>
    sqlite.pragma(nome, { simple: true }),
  );
  if (lido.join() !== 'wal,2,1') {
    throw new Error(`SQLite settings did not take: ${lido.join(', ')}`);
  }
  sqlite.pragma('busy_timeout = 0');
  return sqlite;
}

function openReader(file: string): Database.Database {
  const sqlite = new Database(file, { readonly: true, timeout: ESPERA_SINCRONA_MS });
  sqlite.pragma('temp_store = MEMORY');
  sqlite.pragma('cache_size = -32000');
  // Its temporary tables are copies: the rows they refer to are in the file.
  sqlite.pragma('foreign_keys = OFF');
  return sqlite;
}

/**
 * Opens or creates the database file.
 * @throws when the file cannot be opened or a setting was not applied
 */
export const openStorage = (arquivo: string): Storage =>
  new Storage({ arquivo, openWriter, openReader });

/** The dialect over open files; `essencial`: its writes must work with a broken disk. */
export const sqliteDialect = (storage: Storage, essencial: boolean): Dialect => ({
  createAdapter: () => new TransactionalAdapter(),
  createDriver: () => new SqliteDriver(storage, essencial),
  createQueryCompiler: () => new StableQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});
