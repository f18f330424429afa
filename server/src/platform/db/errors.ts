/** Translates what the database says into what a call site can name. SQLite spells it its way. */

interface SqliteError extends Error {
  code: string;
}

const ehSqlite = (error: unknown): error is SqliteError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');

/** Which column broke a unique constraint ('proprietarios.matricula'), or undefined. */
export function uniqueViolation(error: unknown): string | undefined {
  if (!ehSqlite(error)) return undefined;
  if (error.code !== 'SQLITE_CONSTRAINT_UNIQUE' && error.code !== 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    return undefined;
  }
  return error.message.split(': ')[1];
}

/** True when a reference was broken; SQLite does not say which: the call site knows. */
export const foreignKeyViolation = (error: unknown): boolean =>
  ehSqlite(error) && error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY';

/** True while another process holds the write lock. */
export const isBusy = (error: unknown): boolean =>
  ehSqlite(error) && error.code.startsWith('SQLITE_BUSY');

/** A state of the whole database (full disk, held lock) as an answer; undefined for the rest. */
export function describeDatabaseError(error: unknown) {
  if (!ehSqlite(error)) return undefined;
  if (error.code === 'SQLITE_FULL') {
    return {
      status: 507,
      codigo: 'disco-cheio',
      mensagem: 'O disco do servidor está cheio. Nada foi gravado.',
      headers: { 'Retry-After': '30' },
    };
  }
  if (isBusy(error)) {
    return {
      status: 503,
      codigo: 'banco-ocupado',
      mensagem: 'O banco de dados está ocupado. Tente de novo em instantes.',
      headers: { 'Retry-After': '2' },
    };
  }
  return undefined;
}
