import Database from 'better-sqlite3';
import type { FastifyError } from 'fastify';
import { describe, expect, it } from 'vitest';
import { toProblem } from '../errors.ts';
import { explainStartFailure } from '../process/startup.ts';
import { DatabaseUnreachable, foreignKeyViolation, uniqueViolation } from './errors.ts';

const CODIGOS: [code: string, status: number, codigo: string][] = [
  ['SQLITE_FULL', 507, 'disco-cheio'],
  ['SQLITE_READONLY', 503, 'disco-somente-leitura'],
  ['SQLITE_READONLY_DIRECTORY', 503, 'disco-somente-leitura'],
  ['SQLITE_READONLY_DBMOVED', 503, 'banco-trocado'],
  ['SQLITE_IOERR', 503, 'disco-com-erro'],
  ['SQLITE_IOERR_READ', 503, 'disco-com-erro'],
  ['SQLITE_IOERR_WRITE', 503, 'disco-com-erro'],
  ['SQLITE_IOERR_FSYNC', 503, 'disco-com-erro'],
  ['SQLITE_IOERR_SHMSIZE', 503, 'disco-com-erro'],
  ['SQLITE_CANTOPEN', 503, 'disco-com-erro'],
  ['SQLITE_CORRUPT', 503, 'banco-danificado'],
  ['SQLITE_CORRUPT_VTAB', 503, 'banco-danificado'],
  ['SQLITE_NOTADB', 503, 'banco-danificado'],
  ['SQLITE_BUSY', 503, 'banco-ocupado'],
  ['SQLITE_BUSY_SNAPSHOT', 503, 'banco-ocupado'],
  ['SQLITE_LOCKED', 503, 'banco-ocupado'],
];

const sqliteError = (code: string) => new Database.SqliteError('as SQLite says it', code);

/** SQLSTATE of PostgreSQL (postgresql.org/docs, Appendix A). */
const ESTADOS: typeof CODIGOS = [
  ['53100', 507, 'disco-cheio'],
  ['53300', 503, 'banco-fora-do-ar'],
  ['57P01', 503, 'banco-fora-do-ar'],
  ['57P03', 503, 'banco-fora-do-ar'],
  ['08006', 503, 'banco-fora-do-ar'],
  ['25006', 503, 'disco-somente-leitura'],
  ['57014', 503, 'banco-ocupado'],
  ['55P03', 503, 'banco-ocupado'],
  ['40P01', 503, 'banco-ocupado'],
  ['58030', 503, 'disco-com-erro'],
  ['XX001', 503, 'banco-danificado'],
];

const postgresError = (code: string, campos = {}) =>
  Object.assign(new Error('as PostgreSQL says it'), { code, severity: 'ERROR', ...campos });

describe.each([
  ...CODIGOS.map(([code, ...resto]) => [code, sqliteError(code), ...resto] as const),
  ...ESTADOS.map(([code, ...resto]) => [code, postgresError(code), ...resto] as const),
  ['no answer', new DatabaseUnreachable('gone'), 503, 'banco-fora-do-ar'] as const,
])('%s', (_code, error, status, codigo) => {
  it(`is answered ${status} ${codigo} with a sentence and a Retry-After`, () => {
    const problem = toProblem(error as unknown as FastifyError);
    expect(problem).toMatchObject({ status, codigo });
    expect(problem.message).toMatch(/^\p{Lu}.+\.$/u);
    expect(problem.message).not.toContain('SQLite');
    expect(Number(problem.extras.headers?.['Retry-After'])).toBeGreaterThan(0);
  });

  it('at the start is one sentence without a stack', () => {
    expect(explainStartFailure(error)).toMatch(/^\p{Lu}[^\n]+\.$/u);
  });
});

it.each([
  ['28P01', /recusou o usuário ou a senha/],
  ['3D000', /não existe\. Crie-o/],
  ['42501', /não pode criar/],
  ['0A000', /postgresql-contrib/],
])('PostgreSQL refuses the start with %s: one sentence says what to do', (code, frase) => {
  expect(explainStartFailure(postgresError(code))).toMatch(frase);
});

it('PostgreSQL names the columns of a violated constraint in any language', () => {
  const chave = { table: 'veiculos', detail: 'Chave (placa)=(ABC1D23) já existe.' };
  expect(uniqueViolation(postgresError('23505', chave))).toBe('veiculos.placa');
  expect(foreignKeyViolation(postgresError('23503'))).toBe(true);
  expect(uniqueViolation(postgresError('23503', chave))).toBeUndefined();
});

it('an error of a statement stays an unexpected error', () => {
  expect(toProblem(sqliteError('SQLITE_ERROR') as unknown as FastifyError)).toMatchObject({
    status: 500,
    codigo: 'erro-inesperado',
  });
});
