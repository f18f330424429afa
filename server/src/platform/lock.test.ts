import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderInUse, lockDataDir } from './lock.ts';

let pasta: string;
beforeEach(() => {
  pasta = mkdtempSync(join(tmpdir(), 'unipark-trava-'));
});
afterEach(() => rmSync(pasta, { recursive: true }));

it('lets one server in, and the next once it is gone', () => {
  const unlock = lockDataDir(pasta);
  expect(() => lockDataDir(pasta)).toThrow(FolderInUse);
  unlock();
  lockDataDir(pasta)();
});

it('says what is wrong with a lock file that is none', () => {
  writeFileSync(join(pasta, 'servidor.trava'), 'lixo'.repeat(300));
  expect(() => lockDataDir(pasta)).toThrow(/Não foi possível usar .*servidor\.trava/);
});
