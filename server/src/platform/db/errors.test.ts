import Database from 'better-sqlite3';
import type { FastifyError } from 'fastify';
import { describe, expect, it } from 'vitest';
import { toProblem } from '../errors.ts';
import { explainStartFailure } from '../process/startup.ts';

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

describe.each(CODIGOS)('%s', (code, status, codigo) => {
  it(`is answered ${status} ${codigo} with a sentence and a Retry-After`, () => {
    const problem = toProblem(sqliteError(code) as unknown as FastifyError);
    expect(problem).toMatchObject({ status, codigo });
    expect(problem.message).toMatch(/^\p{Lu}.+\.$/u);
    expect(problem.message).not.toContain('SQLite');
    expect(Number(problem.extras.headers?.['Retry-After'])).toBeGreaterThan(0);
  });

  it('at the start is one sentence without a stack', () => {
    expect(explainStartFailure(sqliteError(code))).toMatch(/^\p{Lu}[^\n]+\.$/u);
  });
});

it('an error of a statement stays an unexpected error', () => {
  expect(toProblem(sqliteError('SQLITE_ERROR') as unknown as FastifyError)).toMatchObject({
    status: 500,
    codigo: 'erro-inesperado',
  });
});
