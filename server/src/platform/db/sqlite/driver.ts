/**
 * Two connections to one file. Reads run on the read-only one and never wait for a transaction;
 * writes take turns on the other. Both are synchronous.
 */
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { Storage } from './storage.ts';
import type { Writer } from './writer.ts';

/** Kysely's connection for one query or one transaction. */
class SqliteConnection implements DatabaseConnection {
  readonly #storage: Storage;
  readonly #essencial: boolean;
  /** Set while a transaction is open here. */
  #escritor: Writer | undefined;

  constructor(storage: Storage, essencial: boolean) {
    this.#storage = storage;
    this.#essencial = essencial;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#escritor) return this.#escritor.run<R>(sql, parameters);
    if (this.#storage.isRead(sql)) return this.#storage.read<R>(sql, parameters);
    const escritor = await this.begin();
    try {
      const resultado = escritor.run<R>(sql, parameters);
      await this.commit();
      return resultado;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method, and no caller may use it
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('An open cursor would block writes: read slice by slice (everyRow).');
  }

  get runner(): Writer['run'] | undefined {
    return this.#escritor?.run;
  }

  async begin(): Promise<Writer> {
    this.#escritor = await this.#storage.begin(this.#essencial);
    return this.#escritor;
  }

  /** Resolves when the work is on disk, or in memory when the disk refuses it. */
  async commit(): Promise<void> {
    const escritor = this.#escritor;
    this.#escritor = undefined;
    await escritor?.commit();
  }

  /** Rolls back what is open; does nothing after a commit, successful or not. */
  rollback(): void {
    const escritor = this.#escritor;
    this.#escritor = undefined;
    escritor?.rollback();
  }
}

const asConexao = (connection: DatabaseConnection): SqliteConnection => {
  if (connection instanceof SqliteConnection) return connection;
  throw new TypeError('not a connection of this driver');
};

/** Runs a statement in the connection's open transaction; undefined for another database's. */
export function transactionRunner(connection: DatabaseConnection): Writer['run'] | undefined {
  return connection instanceof SqliteConnection ? connection.runner : undefined;
}

export class SqliteDriver implements Driver {
  readonly #storage: Storage;
  readonly #essencial: boolean;

  constructor(storage: Storage, essencial: boolean) {
    this.#storage = storage;
    this.#essencial = essencial;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new SqliteConnection(this.#storage, this.#essencial);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await asConexao(connection).begin();
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

  async destroy(): Promise<void> {
    if (!this.#essencial) this.#storage.close();
  }
}
