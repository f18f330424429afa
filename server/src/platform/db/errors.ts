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

const AO_ABRIR: Record<string, string> = {
  SQLITE_CANTOPEN:
    'Não foi possível abrir o banco de dados. Confira as permissões da pasta DATA_DIR.',
  SQLITE_READONLY:
    'O banco de dados está só para leitura. Confira as permissões da pasta DATA_DIR.',
  SQLITE_NOTADB: 'O arquivo unipark.db não é um banco de dados. Restaure uma cópia de segurança.',
  SQLITE_CORRUPT: 'O banco de dados está danificado. Restaure uma cópia de segurança.',
};

/** Why the database does not open, and what to do about it; undefined for any other fault. */
export function describeOpenFailure(error: unknown): string | undefined {
  if (!ehSqlite(error)) return undefined;
  const codigo = Object.keys(AO_ABRIR).find((nome) => error.code.startsWith(nome));
  return codigo && AO_ABRIR[codigo];
}

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
