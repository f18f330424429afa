/**
 * Two connections to one file. What reads runs on the one that only reads and never waits for a
 * transaction; what writes takes its turn on the other. Both are synchronous underneath.
 */
import type Database from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { Escritor } from './escritor.ts';
import { Preparada } from './preparada.ts';

/** What Kysely holds for one query or one transaction. */
class Conexao implements DatabaseConnection {
  readonly #leitura: Preparada;
  readonly #escritor: Escritor;
  /** Set while a transaction is open here. */
  #escrevendo = false;

  constructor(leitura: Preparada, escritor: Escritor) {
    this.#leitura = leitura;
    this.#escritor = escritor;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#escrevendo) return this.#escritor.run<R>(sql, parameters);
    if (this.#leitura.prepare(sql).readonly) return this.#leitura.run<R>(sql, parameters);
    await this.begin();
    try {
      const resultado = this.#escritor.run<R>(sql, parameters);
      await this.commit();
      return resultado;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method, and nobody may use it
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('An open cursor would block writes: read slice by slice (everyRow).');
  }

  async begin(): Promise<void> {
    await this.#escritor.begin();
    this.#escrevendo = true;
  }

  /** Resolves when the work is on disk. */
  commit(): Promise<void> {
    this.#escrevendo = false;
    return this.#escritor.commit();
  }

  /** Undoes what is open; nothing after a commit, whatever became of it. */
  rollback(): void {
    if (!this.#escrevendo) return;
    this.#escrevendo = false;
    this.#escritor.rollback();
  }
}

const asConexao = (connection: DatabaseConnection): Conexao => {
  if (connection instanceof Conexao) return connection;
  throw new TypeError('not a connection of this driver');
};

/** Kysely's driver over the two connections. */
export class SqliteDriver implements Driver {
  readonly #leitura: Preparada;
  readonly #escrita: Preparada;
  readonly #escritor: Escritor;

  constructor(leitura: Database.Database, escrita: Database.Database) {
    this.#leitura = new Preparada(leitura);
    this.#escrita = new Preparada(escrita);
    this.#escritor = new Escritor(this.#escrita);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Conexao(this.#leitura, this.#escritor);
  }

  beginTransaction(connection: DatabaseConnection): Promise<void> {
    return asConexao(connection).begin();
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return asConexao(connection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    asConexao(connection).rollback();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    asConexao(connection).rollback();
  }

  /** The writer goes last: closing it folds the log back into the file. */
  async destroy(): Promise<void> {
    this.#leitura.sqlite.close();
    this.#escrita.sqlite.close();
  }
}
