import { join } from 'node:path';
import { Kysely, sql, type Transaction } from 'kysely';
import { openStorage, sqliteDialect } from './sqlite.ts';
import type { Storage } from './storage.ts';
import type { Tabelas } from './tabelas.ts';

export type Banco = Kysely<Tabelas>;
export type Transacao = Transaction<Tabelas>;
/** Where a query runs: in a transaction, or alone. */
export type Queryable = Banco | Transacao;

interface Parts {
  storage: Storage;
  /** The same database, for writes that must work with a broken disk. */
  essencial: Banco;
}

const parts = new WeakMap<Banco, Parts>();

/** Opens the embedded database of a data folder. */
export function openBanco(dataDir: string): Banco {
  const storage = openStorage(join(dataDir, 'unipark.db'));
  const db = new Kysely<Tabelas>({ dialect: sqliteDialect(storage, false) });
  const essencial = new Kysely<Tabelas>({ dialect: sqliteDialect(storage, true) });
  parts.set(db, { storage, essencial });
  return db;
}

/** The storage of a database that `openBanco` opened. */
export function storageOf(db: Banco): Storage {
  const dele = parts.get(db);
  if (!dele) throw new TypeError('not a database of openBanco');
  return dele.storage;
}

/** The storage of a database on this machine's disk; undefined for a transaction. */
export const readerOf = (db: Queryable): Pick<Storage, 'read'> | undefined =>
  parts.get(db)?.storage;

const aposConfirmar = new WeakMap<Transacao, Set<() => void>>();

/**
 * One transaction: the change, its audit row and its events, or nothing. Inside it use `trx` only:
 * `db` reads the state before, and a write by `db` would wait for ever.
 */
export async function inTransaction<T>(
  db: Banco,
  work: (trx: Transacao) => Promise<T>,
): Promise<T> {
  const tarefas = new Set<() => void>();
  const resultado = await db.transaction().execute((trx) => {
    aposConfirmar.set(trx, tarefas);
    return work(trx);
  });
  for (const tarefa of tarefas) tarefa();
  return resultado;
}

/**
 * A transaction as above that must work with a full, read-only or locked disk: sessions, guesses,
 * the audit of views. When the disk refuses it, it is done in memory, and written after the disk
 * works again; a stop before that loses it. `work` may run twice: it must change nothing but `trx`.
 * Only the tables of `overlay.ts` can be written.
 */
export async function inEssential<T>(db: Banco, work: (trx: Transacao) => Promise<T>): Promise<T> {
  const dele = parts.get(db);
  if (!dele) throw new TypeError('not a database of openBanco');
  for (let vez = 1; ; vez += 1) {
    try {
      return await inTransaction(dele.essencial, work);
    } catch (error) {
      if (!dele.storage.makeWay(error, vez)) throw error;
    }
  }
}

/** Runs `task` after the transaction is on disk; never after a rollback. */
export function afterCommit(trx: Transacao, task: () => void): void {
  aposConfirmar.get(trx)?.add(task);
}

/** Resolves when the database answers. */
export async function ping(db: Banco): Promise<void> {
  await sql`select 1`.execute(db);
}
