/** Translates errors of both databases for the call sites, in the form of SQLite. */

interface SqliteError extends Error {
  code: string;
}

/** PostgreSQL names the constraint, its table, and in `detail` its columns. */
interface PostgresError extends Error {
  code: string;
  severity: string;
  table?: string;
  detail?: string;
}

/** No connection, or none that answers: PostgreSQL is stopped, starting, or out of reach. */
export class DatabaseUnreachable extends Error {}

/** The database works, and the turn to use it did not come in time. */
export class DatabaseBusy extends Error {}

const isSqlite = (error: unknown): error is SqliteError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');

const isPostgresError = (error: unknown): error is PostgresError =>
  error instanceof Error && 'severity' in error && 'code' in error;

/** The column of a violated unique constraint ('proprietarios.matricula'), or undefined. */
export function uniqueViolation(error: unknown): string | undefined {
  if (isPostgresError(error) && error.code === '23505') {
    const colunas = /\(([^)]*)\)=\(/.exec(error.detail ?? '')?.[1] ?? '';
    return colunas
      .split(', ')
      .map((coluna) => `${error.table}.${coluna}`)
      .join(', ');
  }
  if (!isSqlite(error)) return undefined;
  if (error.code !== 'SQLITE_CONSTRAINT_UNIQUE' && error.code !== 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    return undefined;
  }
  return error.message.split(': ')[1];
}

/** True for a violated reference; SQLite does not name it, so the call site must know it. */
export const foreignKeyViolation = (error: unknown): boolean =>
  (isSqlite(error) && error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY') ||
  (isPostgresError(error) && error.code === '23503');

/** Whether waiting may help: another process holds the lock, or PostgreSQL is away. */
export function isTransient(error: unknown): boolean {
  if (isSqlite(error)) return error.code.startsWith('SQLITE_BUSY');
  const falha = storageFaultOf(error);
  return falha === 'ocupado' || falha === 'fora-do-ar';
}

/** A state of the disk or of the database's files that is not the fault of a single request. */
export type StorageFault =
  | 'cheio'
  | 'somente-leitura'
  | 'com-erro'
  | 'danificado'
  | 'ocupado'
  | 'trocado'
  | 'fora-do-ar';

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
  'fora-do-ar': {
    status: 503,
    codigo: 'banco-fora-do-ar',
    retryAfter: '2',
    mensagem: 'O banco de dados não responde. Tente de novo em instantes.',
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

/** Beginnings of PostgreSQL's SQLSTATE, the more specific first. */
const FALHAS_POSTGRES: [inicio: string, falha: StorageFault][] = [
  ['53100', 'cheio'],
  ['25006', 'somente-leitura'],
  ['58030', 'com-erro'],
  ['XX001', 'danificado'],
  ['XX002', 'danificado'],
  ['40001', 'ocupado'],
  ['40P01', 'ocupado'],
  ['55P03', 'ocupado'],
  ['57014', 'ocupado'],
  ['08', 'fora-do-ar'],
  ['53', 'fora-do-ar'],
  ['57P', 'fora-do-ar'],
];

/** The storage state that an error means; undefined for any other error. */
export function storageFaultOf(error: unknown): StorageFault | undefined {
  if (error instanceof DatabaseUnreachable) return 'fora-do-ar';
  if (error instanceof DatabaseBusy) return 'ocupado';
  if (isPostgresError(error)) {
    return FALHAS_POSTGRES.find(([inicio]) => error.code.startsWith(inicio))?.[1];
  }
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
  'fora-do-ar':
    'O PostgreSQL de DATABASE_URL não responde. Confira o endereço e se ele está no ar.',
};

/** Beginnings of PostgreSQL's SQLSTATE at the start, and what to do. */
const AO_CONECTAR: [inicio: string, frase: string][] = [
  ['28', 'O PostgreSQL de DATABASE_URL recusou o usuário ou a senha.'],
  ['3D000', 'O banco de DATABASE_URL não existe. Crie-o com createdb.'],
  [
    '42501',
    'O usuário de DATABASE_URL não pode criar as tabelas ou a extensão pg_trgm. Faça dele o dono do banco; ' +
      'a extensão, quem administra o PostgreSQL cria com: create extension pg_trgm.',
  ],
  [
    '0A000',
    'O PostgreSQL de DATABASE_URL não tem a extensão pg_trgm. Instale o pacote postgresql-contrib.',
  ],
];

/** Why the database does not open, and what to do; undefined for any other error. */
export function describeOpenFailure(error: unknown): string | undefined {
  const deConexao =
    isPostgresError(error) && AO_CONECTAR.find(([inicio]) => error.code.startsWith(inicio));
  if (deConexao) return deConexao[1];
  const falha = storageFaultOf(error);
  if (falha === undefined) return undefined;
  const { code } = error as Partial<SqliteError>;
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
