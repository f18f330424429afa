import { closeSync, mkdtempSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openOther } from '../test/outro.ts';
import { SILENT } from './atualizacao.ts';
import { readConfig } from './config.ts';
import { openPrepared } from './opening.ts';
import { filesOf, inTransaction, openBanco, storageOf } from './platform/db/banco.ts';
import { writeSetting } from './platform/db/settings.ts';
import { examineApart, examineFile, RAPIDO } from './platform/db/sqlite/integrity.ts';
import { explainStartFailure } from './platform/process/startup.ts';

let pasta: string;
beforeEach(() => {
  pasta = mkdtempSync(join(tmpdir(), 'unipark-'));
});
afterEach(() => rmSync(pasta, { recursive: true, force: true }));

const config = () => readConfig({ DATA_DIR: pasta, LOG_LEVEL: 'silent', PORT: '0' }, '0.0.0');
const databasePath = () => join(pasta, 'unipark.db');
const sentenceOf = (work: Promise<unknown>) =>
  work.then(
    () => 'opened',
    (error: unknown) => explainStartFailure(error),
  );

/** Overwrites the second half of the file. */
function destroyPages(): void {
  const { size } = statSync(databasePath());
  const fd = openSync(databasePath(), 'r+');
  writeSync(fd, Buffer.alloc(65_536, 'x'), 0, 65_536, Math.floor(size / 2 / 4_096) * 4_096);
  closeSync(fd);
}

it('a database with destroyed pages is refused in one sentence, and the check names the damage', async () => {
  await (await openPrepared(config())).destroy();
  expect(examineFile(databasePath(), true)).toBeNull();
  const { signal } = new AbortController();
  expect(await examineApart(databasePath(), signal)).toBeNull();
  destroyPages();
  expect(await sentenceOf(openPrepared(config()))).toMatch(/^O banco de dados está danificado\. /);
  expect(examineFile(databasePath(), true)).not.toBeNull();
  expect(await examineApart(databasePath(), signal)).not.toBeNull();
  await expect(examineApart(join(pasta, 'none.db'), signal)).rejects.toThrow();
});

it('the check in another process ends when the database is closed', async () => {
  const db = await openPrepared(config());
  const exame = examineApart(databasePath(), filesOf(db)?.closing ?? AbortSignal.abort());
  await db.destroy();
  await expect(exame).rejects.toThrow('aborted');
});

it('a check of a large file that fails is reported; after the database was closed it is not', async () => {
  const db = await openPrepared(config());
  await inTransaction(db, (trx) => writeSetting(trx, 'large', 'x'.repeat(RAPIDO)));
  await db.destroy();
  const mensagens: string[] = [];
  const open = async () => {
    const aberto = await openPrepared(config());
    storageOf(aberto).listen(({ mensagem }) => mensagens.push(mensagem));
    return aberto;
  };
  await (await open()).destroy();
  const aberto = await open();
  // The process of the check has not begun to read.
  renameSync(databasePath(), join(pasta, 'away.db'));
  await expect.poll(() => mensagens).toEqual(['the database file was not checked for damage']);
  await aberto.destroy();
});

it('an event before the first listener is given to it', async () => {
  const db = await openPrepared(config());
  const mensagens: string[] = [];
  filesOf(db)?.noteDamage();
  storageOf(db).listen(({ mensagem }) => mensagens.push(mensagem));
  expect(mensagens).toEqual(['storage fault']);
  await db.destroy();
});

it('a lock of another program does not stop the start of an up-to-date database', async () => {
  await (await openPrepared(config())).destroy();
  const outro = openOther(databasePath());
  outro.lock();
  const db = await openPrepared(config(), SILENT, 0);
  outro.letGo();
  outro.close();
  await inTransaction(db, (trx) => writeSetting(trx, 'a', 'b'));
  await db.destroy();
});

it('a start that must migrate waits for a lock, then reports it', async () => {
  await openBanco(pasta).destroy();
  const outro = openOther(databasePath());
  outro.lock();
  expect(await sentenceOf(openPrepared(config(), SILENT, 0))).toMatch(
    /^Outro programa está usando o banco/,
  );
  const aberto = openPrepared(config(), SILENT, 20_000);
  outro.letGo();
  outro.close();
  await (await aberto).destroy();
});
