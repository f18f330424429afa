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

it('lets one server start, and the next one after its end', () => {
  const unlock = lockDataDir(pasta);
  expect(() => lockDataDir(pasta)).toThrow(FolderInUse);
  unlock();
  lockDataDir(pasta)();
});

it('names the error of an invalid lock file', () => {
  writeFileSync(join(pasta, 'servidor.trava'), 'lixo'.repeat(300));
  expect(() => lockDataDir(pasta)).toThrow(/Não foi possível usar .*servidor\.trava/);
});
