/** The embedded database: better-sqlite3 behind Kysely. Nobody else knows that it is SQLite. */
import Database from 'better-sqlite3';
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { SqliteDriver } from './sqliteDriver.ts';

/** Waiting inside SQLite freezes everybody: only while opening, and for a reader's rare clash. */
const ESPERA_SINCRONA_MS = 100;

/** SQLite rolls back DDL like anything else; Kysely's adapter is only more careful. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** The driver stands the writers in line by itself, so that readers need not wait with them. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Opens or creates the file with durable settings, read back and checked. */
function openWriter(file: string): Database.Database {
  const sqlite = new Database(file, { timeout: ESPERA_SINCRONA_MS });
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('temp_store = MEMORY');
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
  return sqlite;
}

/**
 * Opens or creates the database file.
 * @throws when the file cannot be opened or a setting did not take
 */
export function sqliteDialect(file: string): Dialect {
  const escrita = openWriter(file);
  const leitura = openReader(file);
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => new SqliteDriver(leitura, escrita),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}
