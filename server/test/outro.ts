/** Another program that uses the same database file. */
import Database from 'better-sqlite3';

export interface OtherWriter {
  /** Takes the write lock, and keeps it until `letGo`. */
  lock(): void;
  letGo(): void;
  /** The first column of the first row. */
  read(sql: string): unknown;
  close(): void;
}

/** Opens `arquivo` a second time, as another program would. */
export function openOther(arquivo: string): OtherWriter {
  const sqlite = new Database(arquivo);
  return {
    lock: () => void sqlite.exec('begin immediate'),
    letGo: () => void sqlite.exec('rollback'),
    read: (sql) => sqlite.prepare(sql).pluck().get(),
    close: () => void sqlite.close(),
  };
}
