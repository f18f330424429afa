/** Examines a database file that no program uses. */
import Database from 'better-sqlite3';
import { type ChainRow, cutOfHead, findChainBreak } from '../../chain.ts';
import { listTables, quoteName } from '../move/source.ts';

export interface DatabaseFacts {
  /** The migrations that made its schema. */
  passos: string[];
  /** Rows of each table. */
  linhas: Record<string, number>;
  /** The newest hash of the audit's chain. */
  auditoria: string | null;
  /** Where the audit's chain breaks: an id, 'fim', or undefined. */
  quebra: number | string | undefined;
}

/** The file is no database, or damaged. */
export class DatabaseDamaged extends Error {}

function findDamage(sqlite: Database.Database): string | undefined {
  const achado = String(sqlite.pragma('integrity_check(1)', { simple: true }));
  if (achado !== 'ok') return achado;
  const [quebrada] = sqlite.pragma('foreign_key_check') as { table: string }[];
  return quebrada && `a reference of ${quebrada.table}`;
}

async function readFacts(sqlite: Database.Database): Promise<DatabaseFacts> {
  const dano = findDamage(sqlite);
  if (dano) throw new DatabaseDamaged(dano);
  const pluck = (texto: string) => sqlite.prepare(texto).pluck();
  const passos = pluck('select name from kysely_migration order by name').all() as string[];
  const linhas = Object.fromEntries(
    listTables(sqlite).map((nome) => [
      nome,
      pluck(`select count(*) from ${quoteName(nome)}`).get() as number,
    ]),
  );
  // All columns: a copy of an earlier schema has fewer of them.
  const cabeca = sqlite.prepare('select * from auditoria_cabeca where id = 1').get() as
    | Record<string, unknown>
    | undefined;
  const cadeia = sqlite
    .prepare('select * from auditoria order by id')
    .iterate() as IterableIterator<ChainRow>;
  const auditoria = typeof cabeca?.hash === 'string' ? cabeca.hash : null;
  const quebra = await findChainBreak(cadeia, auditoria ?? '', cutOfHead(cabeca));
  return { passos, linhas, auditoria, quebra };
}

async function withFile<T>(
  arquivo: string,
  read: (sqlite: Database.Database) => T | Promise<T>,
): Promise<T> {
  let sqlite: Database.Database | undefined;
  try {
    sqlite = new Database(arquivo, { readonly: true, fileMustExist: true });
    return await read(sqlite);
  } catch (cause) {
    if (cause instanceof Database.SqliteError) throw new DatabaseDamaged(cause.message, { cause });
    throw cause;
  } finally {
    sqlite?.close();
  }
}

/**
 * Reads every page, every reference and the whole audit.
 * @throws {DatabaseDamaged}
 */
export const examineDatabase = (arquivo: string): Promise<DatabaseFacts> =>
  withFile(arquivo, readFacts);

/**
 * Rows of some tables, of a file that may be in use.
 * @throws {DatabaseDamaged}
 */
export const countTables = <T extends string>(
  arquivo: string,
  tabelas: readonly T[],
): Promise<Record<T, number>> =>
  withFile(
    arquivo,
    (sqlite) =>
      Object.fromEntries(
        tabelas.map((nome) => [
          nome,
          sqlite
            .prepare(`select count(*) from ${quoteName(nome)}`)
            .pluck()
            .get(),
        ]),
      ) as Record<T, number>,
  );
