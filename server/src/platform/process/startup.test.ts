import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartError } from '../../config/leitor.ts';
import { ConfigError } from '../../config.ts';
import { openBanco } from '../db/banco.ts';
import { migrate } from '../db/migrate.ts';
import { readSegredo } from '../secret.ts';
import { lockDataDir } from './lock.ts';
import { explainStartFailure } from './startup.ts';

let pasta: string;
beforeEach(() => {
  pasta = mkdtempSync(join(tmpdir(), 'unipark-'));
});
afterEach(() => rmSync(pasta, { recursive: true }));

/** The sentence of a start that runs this. */
async function sentenceOf(start: () => unknown): Promise<string> {
  try {
    await start();
  } catch (error) {
    return explainStartFailure(error);
  }
  throw new Error('it started');
}

const nada = { up: async () => {} };

describe('a start that fails prints one clear line', () => {
  it('on a folder that another server uses', async () => {
    const unlock = lockDataDir(pasta);
    expect(await sentenceOf(() => lockDataDir(pasta))).toBe(
      `Já há um servidor UNIPARK usando a pasta ${pasta}.`,
    );
    unlock();
    lockDataDir(pasta)();
  });

  it('on an invalid lock file, without naming another server', async () => {
    writeFileSync(join(pasta, 'servidor.trava'), 'x'.repeat(4_096));
    expect(await sentenceOf(() => lockDataDir(pasta))).not.toContain('Já há um servidor');
  });

  it('on a damaged secret', async () => {
    const arquivo = join(pasta, 'identidade.segredo');
    writeFileSync(arquivo, 'curto');
    expect(await sentenceOf(() => readSegredo(pasta))).toBe(
      `O arquivo ${arquivo} está danificado. Restaure-o de uma cópia ou apague-o: todos terão de entrar de novo, e segundos fatores e senhas de dispositivos serão refeitos.`,
    );
  });

  it('on a database of a newer release', async () => {
    const db = openBanco(pasta);
    await migrate(db, { getMigrations: async () => ({ '0001': nada, '0002': nada }) });
    const antiga = { getMigrations: async () => ({ '0001': nada }) };
    expect(await sentenceOf(() => migrate(db, antiga))).toBe(
      'O banco de dados é de uma versão mais nova do UNIPARK. Atualize o programa.',
    );
    await db.destroy();
  });

  it('on a file that is no database', async () => {
    writeFileSync(join(pasta, 'unipark.db'), 'x'.repeat(4_096));
    expect(await sentenceOf(() => openBanco(pasta))).toBe(
      'O arquivo unipark.db não é um banco de dados. Restaure uma cópia de segurança.',
    );
  });

  it.each([
    ['EADDRINUSE', { port: 3000 }, /^A porta 3000 já está em uso\./],
    ['EACCES', { path: '/srv' }, /^Sem permissão para gravar em \/srv\./],
    ['EROFS', { path: '/srv' }, /^Sem permissão para gravar em \/srv\./],
    ['EACCES', { port: 80 }, /^Sem permissão para a porta 80\./],
    ['EADDRNOTAVAIL', {}, /^HOST não é um endereço desta máquina\./],
    ['SQLITE_READONLY_DIRECTORY', {}, /^O banco de dados está só para leitura\./],
  ])('on %s %j', (code, mais, frase) => {
    expect(explainStartFailure(Object.assign(new Error('x'), { code, ...mais }))).toMatch(frase);
  });
});

it('a foreseen error keeps its sentence, with any beginning; another keeps its stack', () => {
  expect(explainStartFailure(new StartError('Falta algo.'))).toBe('Falta algo.');
  expect(explainStartFailure(new ConfigError('PORT: não.'))).toBe('PORT: não.');
  expect(explainStartFailure(new Error('Já há um servidor'))).toContain('startup.test.ts');
  expect(explainStartFailure('nada')).toBe('nada');
});
