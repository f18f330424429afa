import type Database from 'better-sqlite3';
import type { QueryResult } from 'kysely';

/** Number of prepared statements kept: preparing takes longer than running most of ours. */
const MAXIMO_PREPARADAS = 400;

/** A connection that keeps its statements prepared. */
export class PreparedDatabase {
  sqlite: Database.Database;
  readonly #prontas = new Map<string, Database.Statement>();

  constructor(sqlite: Database.Database) {
    this.sqlite = sqlite;
  }

  /** Continues with another connection, or with the same one after its tables changed. */
  renew(sqlite: Database.Database = this.sqlite): void {
    this.#prontas.clear();
    this.sqlite = sqlite;
  }

  prepare(sql: string): Database.Statement {
    const pronta = this.#prontas.get(sql);
    if (pronta) return pronta;
    const nova = this.sqlite.prepare(sql);
    if (this.#prontas.size >= MAXIMO_PREPARADAS) this.#prontas.clear();
    this.#prontas.set(sql, nova);
    return nova;
  }

  run<R>(sql: string, parameters: readonly unknown[] = []): QueryResult<R> {
    const comando = this.prepare(sql);
    if (comando.reader) return { rows: comando.all(...parameters) as R[] };
    const { changes, lastInsertRowid } = comando.run(...parameters);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  }

  /** Ends an open transaction without its work. Never throws: an error of the disk ends it too. */
  abandon(): void {
    if (!this.sqlite.inTransaction) return;
    try {
      this.run('rollback');
    } catch {
      // SQLite has ended it by itself.
    }
  }
}
