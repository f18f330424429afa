import { join } from 'node:path';
import { Kysely, sql, type Transaction } from 'kysely';
import { isPostgres } from './dialect.ts';
import { postgresDialect } from './postgres/driver.ts';
import { type NodeTopic, toPayloads } from './postgres/nodes.ts';
import { PostgresServer } from './postgres/server.ts';
import { transactionRunner } from './sqlite/driver.ts';
import type { PreparedDatabase } from './sqlite/prepared.ts';
import { openStorage, sqliteDialect } from './sqlite/sqlite.ts';
import { Storage } from './sqlite/storage.ts';
import type { Tabelas } from './tabelas.ts';

export type Banco = Kysely<Tabelas>;
export type Transacao = Transaction<Tabelas>;
/** Where a query runs: in a transaction, or alone. */
export type Queryable = Banco | Transacao;

interface Parts {
  storage: Storage | PostgresServer;
  /** The same database, for writes that must work with a broken disk. PostgreSQL has none. */
  essencial: Banco;
}

const parts = new WeakMap<Queryable, Parts>();

/** Opens the embedded database of a data folder, or the PostgreSQL of a `postgres://` address. */
export function openBanco(onde: string): Banco {
  if (/^postgres(ql)?:\/\//.test(onde)) {
    const server = new PostgresServer(onde);
    const db = new Kysely<Tabelas>({ dialect: postgresDialect(server) });
    parts.set(db, { storage: server, essencial: db });
    return db;
  }
  const storage = openStorage(join(onde, 'unipark.db'));
  const db = new Kysely<Tabelas>({ dialect: sqliteDialect(storage, false) });
  const essencial = new Kysely<Tabelas>({ dialect: sqliteDialect(storage, true) });
  parts.set(db, { storage, essencial });
  return db;
}

function partsOf(db: Banco): Parts {
  const dele = parts.get(db);
  if (!dele) throw new TypeError('not a database of openBanco');
  return dele;
}

/** The storage of a database that `openBanco` opened. */
export const storageOf = (db: Banco): Storage | PostgresServer => partsOf(db).storage;

const emTransacao = new WeakMap<Queryable, PreparedDatabase['run']>();

/**
 * Runs a statement at once, without the library's way to a connection: reads of the embedded
 * database, and any statement of its open transaction. Undefined where there is no such short way.
 */
export function findRunner(db: Queryable, leitura: boolean): PreparedDatabase['run'] | undefined {
  if (leitura) {
    const storage = filesOf(db);
    if (storage) return storage.read;
  }
  return emTransacao.get(db);
}

/** The embedded database's file and its disk; undefined for PostgreSQL and for a transaction. */
export function filesOf(db: Queryable): Storage | undefined {
  const storage = parts.get(db)?.storage;
  return storage instanceof Storage ? storage : undefined;
}

/** The PostgreSQL server; undefined for the embedded database and for a transaction. */
export function postgresOf(db: Queryable): PostgresServer | undefined {
  const storage = parts.get(db)?.storage;
  return storage instanceof Storage ? undefined : storage;
}

/**
 * Corrects this process's clock by PostgreSQL's, from now on: nodes compare the times that they
 * store. The embedded database has no clock of its own.
 */
export async function followDatabaseClock(db: Banco): Promise<void> {
  const server = postgresOf(db);
  if (!server) return;
  const client = await server.acquire();
  await server.nodes.followClock(client).finally(() => client.release());
}

/** What a transaction does at its end. */
interface Endings {
  confirmada: Set<() => void>;
  /** Messages to the other nodes, sent with the commit. */
  recados: Set<string>;
}

const fins = new WeakMap<Transacao, Endings>();

/**
 * One transaction: the change, its audit row and its events, or nothing. Inside it use `trx` only:
 * `db` reads the state before, and a write by `db` would wait for ever.
 */
export async function inTransaction<T>(
  db: Banco,
  work: (trx: Transacao) => Promise<T>,
): Promise<T> {
  const fim: Endings = { confirmada: new Set(), recados: new Set() };
  const resultado = await db.transaction().execute(async (trx) => {
    fins.set(trx, fim);
    await trx.getExecutor().provideConnection(async (conexao) => {
      const run = transactionRunner(conexao);
      if (run) emTransacao.set(trx, run);
    });
    try {
      const feito = await work(trx);
      for (const recado of fim.recados)
        await sql`select pg_notify('unipark', ${recado})`.execute(trx);
      return feito;
    } finally {
      // A statement that comes later must not run in the transaction of another request.
      emTransacao.delete(trx);
    }
  });
  for (const tarefa of fim.confirmada) tarefa();
  return resultado;
}

/**
 * A transaction as above that must work with a full, read-only or locked disk: sessions, guesses,
 * the audit of views. When the disk refuses it, it is done in memory, and written after the disk
 * works again; a stop before that loses it. `work` may run twice: it must change nothing but `trx`.
 * Only the tables of `overlay.ts` can be written.
 */
export async function inEssential<T>(db: Banco, work: (trx: Transacao) => Promise<T>): Promise<T> {
  const { storage, essencial } = partsOf(db);
  if (!(storage instanceof Storage)) return inTransaction(db, work);
  for (let vez = 1; ; vez += 1) {
    try {
      return await inTransaction(essencial, work);
    } catch (error) {
      if (!storage.makeWay(error, vez)) throw error;
    }
  }
}

/** Runs `task` after the transaction is on disk; never after a rollback. */
export function afterCommit(trx: Transacao, task: () => void): void {
  fins.get(trx)?.confirmada.add(task);
}

/** Whether this process does the work that only one node does: mail, calls, brokers. */
export const isLeader = (db: Banco): boolean => postgresOf(db)?.nodes.leads ?? true;

/** Tells the other nodes with the commit of `trx`. The embedded database has one node. */
export function tellNodes(trx: Transacao, assunto: NodeTopic, itens: string[] = []): void {
  if (!isPostgres(trx)) return;
  for (const recado of toPayloads(assunto, itens)) fins.get(trx)?.recados.add(recado);
}

/**
 * Calls `listener` with the items of each message of another node, and without items when some may
 * have been missed. Answers the function that stops it.
 */
export function hearNodes(
  db: Banco,
  assunto: NodeTopic,
  listener: (itens: string[]) => void,
): () => void {
  return postgresOf(db)?.nodes.hear(assunto, listener) ?? (() => undefined);
}

/** Resolves when the database answers. */
export async function ping(db: Banco): Promise<void> {
  await sql`select 1`.execute(db);
}
