/**
 * Kysely's driver for PostgreSQL. A read takes a connection of the pool for one statement. A
 * transaction waits for its turn in this process, so that one connection at most waits for the lock
 * that makes all writers of the installation take turns, as they do on SQLite.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryResult,
} from 'kysely';
import type { PoolClient, QueryResult as Reply } from 'pg';
import { PostgresCompiler } from '../dialect.ts';
import { DatabaseUnreachable } from '../errors.ts';
import type { PostgresServer } from './server.ts';

const COM_LINHAS_MUDADAS = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'];

const toResult = <R>({ command, rowCount, rows }: Reply): QueryResult<R> =>
  COM_LINHAS_MUDADAS.includes(command)
    ? { numAffectedRows: BigInt(rowCount ?? 0), rows }
    : { rows: rows ?? [] };

class PostgresConnection implements DatabaseConnection {
  readonly #server: PostgresServer;
  #client: PoolClient | undefined;
  #leave: (() => void) | undefined;

  constructor(server: PostgresServer) {
    this.#server = server;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#client) return toResult(await this.#run(sql, parameters));
    this.#client = await this.#server.acquire();
    try {
      return toResult(await this.#run(sql, parameters));
    } finally {
      this.#release();
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method, and no caller may use it
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('An open cursor would hold a connection: read slice by slice (everyRow).');
  }

  async begin(): Promise<void> {
    const { client, leave } = await this.#server.acquireWriter();
    this.#client = client;
    this.#leave = leave;
  }

  /** @throws when nothing was committed, or the outcome is not known */
  async commit(): Promise<void> {
    try {
      const { command } = await this.#run('commit', []);
      // A statement failed before and its error was swallowed: the database took all back.
      if (command !== 'COMMIT') throw new Error('the database took the transaction back');
    } finally {
      this.#release();
    }
  }

  async rollback(): Promise<void> {
    if (!this.#leave) return;
    // An unsuccessful rollback is done by the server, when the connection closes.
    if (this.#client) await this.#run('rollback', []).catch((error: Error) => this.#drop(error));
    this.#release();
  }

  release(): void {
    this.#release();
  }

  async #run(sql: string, parameters: readonly unknown[]): Promise<Reply> {
    const client = this.#client;
    if (!client) throw new DatabaseUnreachable('the connection is gone');
    try {
      return await this.#server.run(client, sql, parameters);
    } catch (error) {
      // The connection is in an unknown state: it is closed, and the server rolls back.
      if (error instanceof DatabaseUnreachable) this.#drop(error);
      throw error;
    }
  }

  #drop(error: Error): void {
    this.#client?.release(error);
    this.#client = undefined;
  }

  #release(): void {
    this.#client?.release();
    this.#client = undefined;
    this.#leave?.();
    this.#leave = undefined;
  }
}

const asConexao = (connection: DatabaseConnection): PostgresConnection => {
  if (connection instanceof PostgresConnection) return connection;
  throw new TypeError('not a connection of this driver');
};

export class PostgresDriver implements Driver {
  readonly #server: PostgresServer;

  constructor(server: PostgresServer) {
    this.#server = server;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PostgresConnection(this.#server);
  }

  beginTransaction(connection: DatabaseConnection): Promise<void> {
    return asConexao(connection).begin();
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return asConexao(connection).commit();
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return asConexao(connection).rollback();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    asConexao(connection).release();
  }

  destroy(): Promise<void> {
    return this.#server.close();
  }
}

export const postgresDialect = (server: PostgresServer): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PostgresDriver(server),
  createQueryCompiler: () => new PostgresCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
});
