/**
 * Two connections to one file. What reads runs on the one that only reads and never waits for a
 * transaction; what writes takes its turn on the other. Both are synchronous underneath.
 */
import type Database from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { isBusy } from './errors.ts';

/** Statements kept prepared: preparing costs more than running most of ours. */
const MAXIMO_PREPARADAS = 400;

/** Another process may hold the lock this long, from a write's arrival, before it answers 503. */
const ESPERA_TRAVA_MS = 2_000;

const NOVA_TENTATIVA_MS = 25;

const pausa = (ms: number): Promise<void> => new Promise((pronto) => setTimeout(pronto, ms));

/** Tries again while another process holds the lock, until `prazo`; everybody else runs meanwhile. */
async function insist<T>(act: () => T, prazo: number): Promise<T> {
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (!isBusy(error) || Date.now() > prazo) throw error;
    }
    await pausa(NOVA_TENTATIVA_MS);
  }
}

/** A connection that keeps its statements prepared. */
class Preparada {
  readonly sqlite: Database.Database;
  readonly #prontas = new Map<string, Database.Statement>();

  constructor(sqlite: Database.Database) {
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
}

/** One writer at a time, in order of arrival. `enter` answers how to leave. */
class Vez {
  #ultima: Promise<void> = Promise.resolve();

  async enter(): Promise<() => void> {
    const anterior = this.#ultima;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ultima = promise;
    await anterior;
    return resolve;
  }
}

/** What Kysely holds for one query or one transaction. */
class Conexao implements DatabaseConnection {
  readonly #leitura: Preparada;
  readonly #escrita: Preparada;
  readonly #vez: Vez;
  /** Set while a transaction is open here. */
  #leave: (() => void) | undefined;

  constructor(leitura: Preparada, escrita: Preparada, vez: Vez) {
    this.#leitura = leitura;
    this.#escrita = escrita;
    this.#vez = vez;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#leave) return this.#escrita.run(sql, parameters);
    if (this.#leitura.prepare(sql).readonly) return this.#leitura.run(sql, parameters);
    const prazo = Date.now() + ESPERA_TRAVA_MS;
    const leave = await this.#vez.enter();
    try {
      return await insist(() => this.#escrita.run<R>(sql, parameters), prazo);
    } finally {
      leave();
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method, and nobody may use it
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('An open cursor would block writes: read slice by slice (everyRow).');
  }

  /**
   * Takes the write lock at the start, so that a transaction never fails half-way for it. The
   * deadline runs from arrival: whoever stood in line past it tries once and gives way.
   */
  async begin(): Promise<void> {
    const prazo = Date.now() + ESPERA_TRAVA_MS;
    const leave = await this.#vez.enter();
    try {
      await insist(() => this.#escrita.run('begin immediate'), prazo);
      this.#leave = leave;
    } catch (error) {
      leave();
      throw error;
    }
  }

  commit(): void {
    this.#escrita.run('commit');
    this.#end();
  }

  /** A full disk has rolled back already: asking again would hide what happened. */
  rollback(): void {
    if (!this.#leave) return;
    try {
      if (this.#escrita.sqlite.inTransaction) this.#escrita.run('rollback');
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.#leave?.();
    this.#leave = undefined;
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
  readonly #vez = new Vez();

  constructor(leitura: Database.Database, escrita: Database.Database) {
    this.#leitura = new Preparada(leitura);
    this.#escrita = new Preparada(escrita);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Conexao(this.#leitura, this.#escrita, this.#vez);
  }

  beginTransaction(connection: DatabaseConnection): Promise<void> {
    return asConexao(connection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    asConexao(connection).commit();
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
