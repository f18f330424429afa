/** Translates database errors for the call sites, in the form of SQLite. */

interface SqliteError extends Error {
  code: string;
}

const isSqlite = (error: unknown): error is SqliteError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');

/** The column of a violated unique constraint ('proprietarios.matricula'), or undefined. */
export function uniqueViolation(error: unknown): string | undefined {
  if (!isSqlite(error)) return undefined;
  if (error.code !== 'SQLITE_CONSTRAINT_UNIQUE' && error.code !== 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    return undefined;
  }
  return error.message.split(': ')[1];
}

/** True for a violated reference; SQLite does not name it, so the call site must know it. */
export const foreignKeyViolation = (error: unknown): boolean =>
  isSqlite(error) && error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY';

/** True while another process holds the write lock. */
export const isBusy = (error: unknown): boolean =>
  isSqlite(error) && error.code.startsWith('SQLITE_BUSY');

/** A state of the disk or of the database's files that is not the fault of a single request. */
export type StorageFault =
  | 'cheio'
  | 'somente-leitura'
  | 'com-erro'
  | 'danificado'
  | 'ocupado'
  | 'trocado';

interface FaultAnswer {
  status: 503 | 507;
  codigo: string;
  /** Seconds until another try may succeed. */
  retryAfter: string;
  mensagem: string;
}

const RESPOSTAS: Record<StorageFault, FaultAnswer> = {
  cheio: {
    status: 507,
    codigo: 'disco-cheio',
    retryAfter: '30',
    mensagem: 'O disco do servidor está cheio. Nada foi gravado.',
  },
  'somente-leitura': {
    status: 503,
    codigo: 'disco-somente-leitura',
    retryAfter: '30',
    mensagem: 'O disco do servidor está só para leitura. Nada foi gravado. Avise a administração.',
  },
  'com-erro': {
    status: 503,
    codigo: 'disco-com-erro',
    retryAfter: '10',
    mensagem: 'O disco do servidor não respondeu. Tente de novo e avise a administração.',
  },
  danificado: {
    status: 503,
    codigo: 'banco-danificado',
    retryAfter: '60',
    mensagem:
      'O banco de dados está danificado. Avise a administração: é preciso restaurar uma cópia.',
  },
  ocupado: {
    status: 503,
    codigo: 'banco-ocupado',
    retryAfter: '2',
    mensagem: 'O banco de dados está ocupado. Tente de novo em instantes.',
  },
  trocado: {
    status: 503,
    codigo: 'banco-trocado',
    retryAfter: '60',
    mensagem:
      'Os arquivos do banco de dados foram apagados ou trocados. Nada foi gravado. Reinicie o servidor.',
  },
};

/** The error text of the trigger in `overlay.ts`. */
export const MEMORIA_CHEIA = 'audit in memory is full';

/** Code prefixes, the more specific first. */
const FALHAS: [inicio: string, falha: StorageFault][] = [
  ['SQLITE_FULL', 'cheio'],
  ['SQLITE_READONLY_DBMOVED', 'trocado'],
  ['SQLITE_READONLY', 'somente-leitura'],
  ['SQLITE_IOERR', 'com-erro'],
  ['SQLITE_CANTOPEN', 'com-erro'],
  ['SQLITE_CORRUPT', 'danificado'],
  ['SQLITE_NOTADB', 'danificado'],
  ['SQLITE_BUSY', 'ocupado'],
  ['SQLITE_LOCKED', 'ocupado'],
  ['SQLITE_PROTOCOL', 'ocupado'],
];

/** The storage state that an error means; undefined for any other error. */
export function storageFaultOf(error: unknown): StorageFault | undefined {
  if (!isSqlite(error)) return undefined;
  // The memory that replaces the disk has a limit for audit rows.
  if (error.message === MEMORIA_CHEIA) return 'cheio';
  return FALHAS.find(([inicio]) => error.code.startsWith(inicio))?.[1];
}

const AO_ABRIR: Record<StorageFault, string> = {
  cheio: 'O disco da pasta DATA_DIR está cheio. Libere espaço e inicie de novo.',
  'somente-leitura':
    'O banco de dados está só para leitura. Confira as permissões da pasta DATA_DIR e se o disco aceita gravações.',
  'com-erro':
    'Não foi possível abrir o banco de dados. Confira as permissões da pasta DATA_DIR e o estado do disco.',
  danificado: 'O banco de dados está danificado. Restaure uma cópia de segurança.',
  ocupado:
    'Outro programa está usando o banco de dados há mais de 30 segundos. Feche-o e inicie de novo.',
  trocado: 'Os arquivos do banco de dados foram trocados. Inicie de novo.',
};

/** Why the database does not open, and what to do; undefined for any other error. */
export function describeOpenFailure(error: unknown): string | undefined {
  const falha = storageFaultOf(error);
  if (falha === undefined) return undefined;
  const { code } = error as SqliteError;
  return code === 'SQLITE_NOTADB'
    ? 'O arquivo unipark.db não é um banco de dados. Restaure uma cópia de segurança.'
    : AO_ABRIR[falha];
}

/** A storage state as an answer; undefined for any other error. */
export function describeDatabaseError(error: unknown) {
  const falha = storageFaultOf(error);
  if (falha === undefined) return undefined;
  const { status, codigo, retryAfter, mensagem } = RESPOSTAS[falha];
  return { status, codigo, mensagem, headers: { 'Retry-After': retryAfter } };
}
