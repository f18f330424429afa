/** The embedded database: better-sqlite3 behind Kysely. Nobody else knows that it is SQLite. */
import Database from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { isBusy } from './errors.ts';

/** Statements kept prepared: preparing costs more than running most of ours. */
const MAXIMO_PREPARADAS = 400;

/** Another process may hold the lock this long before a write answers 503. */
const ESPERA_TRAVA_MS = 2_000;

/** The driver is synchronous, so its own wait freezes everybody: short, the rest is ours. */
const ESPERA_SINCRONA_MS = 100;

function cacheStatements(sqlite: Database.Database) {
  const preparadas = new Map<string, Database.Statement>();
  return {
    close: () => sqlite.close(),
    prepare(sql: string): Database.Statement {
      const pronta = preparadas.get(sql);
      if (pronta) return pronta;
      const nova = sqlite.prepare(sql);
      if (preparadas.size >= MAXIMO_PREPARADAS) preparadas.clear();
      preparadas.set(sql, nova);
      return nova;
    },
  };
}

const pausa = (ms: number): Promise<void> => new Promise((pronto) => setTimeout(pronto, ms));

/** Takes the write lock at the start, so that a transaction never fails half-way for it. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const limite = Date.now() + ESPERA_TRAVA_MS;
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        return;
      } catch (error) {
        if (!isBusy(error) || Date.now() > limite) throw error;
        await pausa(50);
      }
    }
  }
}

/** SQLite rolls back DDL like anything else; Kysely's adapter is only more careful. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Opens or creates the database file with durable settings, read back and checked.
 * @throws when the file cannot be opened or a setting did not take
 */
export function sqliteDialect(file: string): Dialect {
  const sqlite = new Database(file, { timeout: ESPERA_SINCRONA_MS });
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('temp_store = MEMORY');
  sqlite.pragma('cache_size = -32000');
  const lido = ['journal_mode', 'synchronous', 'foreign_keys'].map((nome) =>
    sqlite.pragma(nome, { simple: true }),
  );
  if (lido[1] !== 2 || lido[2] !== 1 || (lido[0] !== 'wal' && file !== ':memory:')) {
    throw new Error(`SQLite settings did not take: ${lido.join(', ')}`);
  }
  const config = { database: cacheStatements(sqlite) as never };
  const base = new SqliteDialect(config);
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: (): Driver => new ImmediateDriver(config),
    createQueryCompiler: () => base.createQueryCompiler(),
    createIntrospector: (db) => base.createIntrospector(db),
  };
}
