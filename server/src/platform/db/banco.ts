/** The database as the features see it. */
import { join } from 'node:path';
import { Kysely, sql, type Transaction } from 'kysely';
import { sqliteDialect } from './sqlite.ts';
import type { Tabelas } from './tabelas.ts';

export type Banco = Kysely<Tabelas>;
export type Transacao = Transaction<Tabelas>;

/** The database's kind, for a library that asks for it by name. */
export const DIALETO = 'sqlite';

/** Opens the embedded database of a data folder. */
export function openBanco(dataDir: string): Banco {
  return new Kysely<Tabelas>({ dialect: sqliteDialect(join(dataDir, 'unipark.db')) });
}

const aposConfirmar = new WeakMap<Transacao, Set<() => void>>();

/**
 * One transaction: the change, its audit row and its events, or nothing.
 * Inside it use `trx` only: `db` reads what was before, and a write by `db` would wait for ever.
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

/** Runs `task` once the transaction is on disk; never when it rolls back. */
export function afterCommit(trx: Transacao, task: () => void): void {
  aposConfirmar.get(trx)?.add(task);
}

/** Resolves when the database answers. */
export async function ping(db: Banco): Promise<void> {
  await sql`select 1`.execute(db);
}
