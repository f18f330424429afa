/** C1: what the lockfile names is what runs, without a network and without a program at install. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LockedPackage, listLocked, nameOf } from '../../scripts/notice.ts';
import { describeRow, type Measure } from '../row.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MANIFESTS = [
  'package.json',
  ...['contract', 'server', 'web', 'e2e'].map((w) => `${w}/package.json`),
];
const REGISTRY = 'https://registry.npmjs.org/';
/** A second version of a package has another name there: `npm:`, the package, the version. */
const EXACT = /^(npm:[@\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;
const UNFIT = /^(xlsx|request|react-server-dom-.*|ffmpeg-static)$/;
/** Licences that the program may be given away with. */
const LICENCE =
  /^\(?((MIT|MIT-0|ISC|0BSD|Unlicense|Python-2\.0|CC0-1\.0|CC-BY-[34]\.0|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|MPL-2\.0|LGPL-3\.0-or-later)( (AND|OR) )?)+\)?$/i;

type Locked = [folder: string, LockedPackage][];

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as T;

/** Every version is one version: a range is another program next month. */
function checkVersions(m: Measure): void {
  for (const file of MANIFESTS) {
    const { dependencies, devDependencies, optionalDependencies } = readJson<Manifest>(file);
    const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
    for (const [name, version] of Object.entries(all)) {
      m.check(EXACT.test(version), `${file}: ${name} has one version`, version);
    }
  }
}

/** Every locked package has its hash and the registry, a known licence, and is fit. */
function checkLocked(m: Measure, locked: Locked): void {
  // The lockfile leaves out the address of the registry that npm is set to.
  m.check(locked.length > 300, 'the lockfile is read', locked.length);
  for (const [folder, { name, integrity = '', resolved = REGISTRY, license = '', dev }] of locked) {
    m.check(/^sha512-/.test(integrity), `${folder} has a hash`, integrity);
    m.check(resolved.startsWith(REGISTRY), `${folder} comes from the registry`, resolved);
    m.check(!UNFIT.test(name ?? nameOf(folder)), `${folder} is fit`);
    m.check(dev === true || LICENCE.test(license), `${folder} has a known licence`, license);
  }
}

/** What is installed is what is locked, of the platforms that it is locked for. */
function checkInstalled(m: Measure, locked: Locked): void {
  const [missing, other]: [string[], string[]] = [[], []];
  for (const [folder, { version, optional }] of locked) {
    const file = `${folder}/package.json`;
    if (!existsSync(join(ROOT, file))) {
      if (!optional) missing.push(folder);
      continue;
    }
    const installed = readJson<{ version: string }>(file).version;
    if (installed !== version) other.push(`${folder}: ${installed}, not ${version}`);
  }
  m.check(missing.length === 0, 'every locked package is installed', missing.slice(0, 5));
  m.check(other.length === 0, 'every installed package has its locked version', other.slice(0, 5));
}

function examine(m: Measure, locked: Locked): void {
  checkVersions(m);
  checkLocked(m, locked);
  checkInstalled(m, locked);
  const npmrc = readFileSync(join(ROOT, '.npmrc'), 'utf8');
  m.check(/^ignore-scripts=true$/m.test(npmrc), 'no package runs a program at install');
  m.note('packages', locked.length);
}

/** The fault: a package that left the registry, without a hash. */
const PLANTED: Locked[number] = [
  'node_modules/xlsx',
  {
    version: '0.20.3',
    resolved: 'https://cdn.sheetjs.com/xlsx.tgz',
    license: 'Apache-2.0',
    optional: true,
  },
];

describeRow({
  id: 'C1',
  promise: 'the lockfile is what runs',
  run: async (m) => examine(m, listLocked()),
  canary: async (m) => examine(m, [...listLocked(), PLANTED]),
});
