/** The SQLite file of an installation: read as it is at one moment, while no program can write. */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { SourceValue } from './values.ts';

/** How long another program's transaction is waited for. */
const ESPERA_MS = 30_000;
/** Bytes of the file that are summed at once. */
const PARTE = 262_144;

/** The migrations of each database are its own. */
const PROPRIAS = ['kysely_migration', 'kysely_migration_lock'];

/** A table to be copied. */
export interface SourceTable {
  nome: string;
  colunas: string[];
  linhas: number;
  /** The highest number that the table ever gave to a row; undefined where it gives none. */
  ultimo: string | undefined;
}

/** A row with its place in the file. */
export interface SourceRow {
  rowid: bigint;
  valores: SourceValue[];
}

export type MoveSource = ReturnType<typeof openSource>;

/** An identifier of both databases. */
export const quoteName = (nome: string): string => `"${nome.replaceAll('"', '""')}"`;

/** Ordinary tables, without those of the search index and of SQLite itself. */
export function listTables(sqlite: Database.Database): string[] {
  const achadas = sqlite
    .prepare(
      `select name, wr from pragma_table_list
       where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
    )
    .all() as { name: string; wr: number }[];
  const semNumero = achadas.find(({ wr }) => wr === 1);
  if (semNumero) throw new Error(`${semNumero.name} has no rowid: its copy cannot be continued`);
  return achadas.map(({ name }) => name).filter((nome) => !PROPRIAS.includes(nome));
}

/** Each table after those that it refers to. */
function sortByReferences(sqlite: Database.Database, nomes: string[]): string[] {
  const ordem: string[] = [];
  const visit = (nome: string): void => {
    if (ordem.includes(nome)) return;
    const pais = sqlite.prepare('select "table" from pragma_foreign_key_list(?)').pluck().all(nome);
    for (const pai of pais as string[]) if (pai !== nome) visit(pai);
    ordem.push(nome);
  };
  for (const nome of nomes.sort()) visit(nome);
  return ordem;
}

function describeTables(sqlite: Database.Database): SourceTable[] {
  const numeradas = new Map(
    sqlite.prepare('select name, cast(seq as text) from sqlite_sequence').raw().all() as [
      string,
      string,
    ][],
  );
  return sortByReferences(sqlite, listTables(sqlite)).map((nome) => ({
    nome,
    colunas: sqlite.prepare('select name from pragma_table_info(?)').pluck().all(nome) as string[],
    linhas: sqlite
      .prepare(`select count(*) from ${quoteName(nome)}`)
      .pluck()
      .get() as number,
    ultimo: numeradas.get(nome),
  }));
}

/** The SHA-256 of the file and of its log: any write in between makes another one. */
function digestFiles(arquivo: string): string {
  const resumo = createHash('sha256');
  // One piece of memory for all: a stream takes a new one for each part of the file.
  const parte = Buffer.alloc(PARTE);
  for (const cada of [arquivo, `${arquivo}-wal`].filter(existsSync)) {
    const fd = openSync(cada, 'r');
    for (let lidos = 1; lidos > 0; ) {
      lidos = readSync(fd, parte);
      resumo.update(parte.subarray(0, lidos));
    }
    closeSync(fd);
  }
  return resumo.digest('hex');
}

/**
 * Opens the file of an installation and keeps every other program from writing it until `close`.
 * @throws SQLITE_BUSY when another program writes for longer than 30 seconds
 */
export function openSource(arquivo: string) {
  const sqlite = new Database(arquivo, { fileMustExist: true, timeout: ESPERA_MS });
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  // A transaction that may write is the only one of its kind; this one writes nothing.
  sqlite.exec('begin immediate');
  return {
    tabelas: describeTables(sqlite),
    /** Names this state of the file. */
    impressao: digestFiles(arquivo),
    /** The rows behind `apos`, in the order of the file. */
    *rows({ nome, colunas }: SourceTable, apos = '-9223372036854775808'): Generator<SourceRow> {
      const comando = sqlite
        .prepare(
          `select rowid, ${colunas.map(quoteName).join(', ')} from ${quoteName(nome)}
           where rowid > ? order by rowid`,
        )
        .safeIntegers()
        .raw();
      for (const linha of comando.iterate(BigInt(apos))) {
        const [rowid, ...valores] = linha as [bigint, ...SourceValue[]];
        yield { rowid, valores };
      }
    },
    close(): void {
      if (sqlite.inTransaction) sqlite.exec('rollback');
      sqlite.close();
    },
  };
}
