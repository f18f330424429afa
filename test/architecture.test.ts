/** docs/ARCHITECTURE.md agrees with the folders and with the rules of imports. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(`${root}docs/ARCHITECTURE.md`, 'utf8');

const foldersOf = (path: string): string[] =>
  readdirSync(root + path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name);

/** A feature says in the first sentence of its contract what it is: `vagas/` in `vaga.ts`. */
const features = readdirSync(`${root}contract/src`).flatMap((file) =>
  readFileSync(`${root}contract/src/${file}`, 'utf8').startsWith('/** ')
    ? [file.replace('.ts', '')]
    : [],
);
const isFeature = (path: string, folder: string): boolean =>
  path.endsWith('/src') && features.some((name) => folder === name || folder === `${name}s`);

it.each([
  'server/src',
  'server/src/platform',
  'server/src/conta',
  'server/src/cameras',
  'server/src/passagens',
  'server/src/fipe',
  'web/src',
  'web/src/ui',
  'web/src/app',
  'web/src/lib',
  'web/src/conta',
  'web/src/passagens',
])('names every folder of %s that is no feature with a contract', (path) => {
  const folders = foldersOf(path);
  expect(folders.length).toBeGreaterThan(1);
  expect(folders.filter((name) => !page.includes(`${name}/\``) && !isFeature(path, name))).toEqual(
    [],
  );
});

it('names every file of server/src/platform outside of its folders', () => {
  const files = readdirSync(`${root}server/src/platform`).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('takes every time of the server from clock.ts: nodes compare what they store', () => {
  const own = [
    'platform/clock.ts',
    // Compares the database's clock with the machine's.
    'platform/db/postgres/clock.ts',
    // The lines of the log.
    'platform/process/output.ts',
  ];
  const files = globSync('**/*.ts', { cwd: `${root}server/src` }).filter(
    (name) => !name.endsWith('.test.ts') && !own.includes(name) && !name.startsWith('demo/'),
  );
  expect(files.length).toBeGreaterThan(200);
  const machine = files.filter((name) =>
    /\bDate\.now\b|new Date\(\)/.test(readFileSync(`${root}server/src/${name}`, 'utf8')),
  );
  expect(machine).toEqual([]);
});

it('draws the arrows of .dependency-cruiser.cjs', () => {
  const { forbidden } = createRequire(import.meta.url)(`${root}.dependency-cruiser.cjs`) as {
    forbidden: { name: string; comment?: string }[];
  };
  const table = page.slice(page.indexOf('## Arrows'), page.indexOf('| every other feature'));
  const drawn = [...table.matchAll(/^\| `(\w+)`[^|]*\| ([^|]+)\|$/gm)].map(([, from, to = '']) => [
    from,
    [...to.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort(),
  ]);
  const allowed = forbidden.flatMap(({ name, comment = '' }) => {
    const [, from] = /^arrow-server-(\w+)$/.exec(name) ?? [];
    const to = comment
      .replace(/^.*: |\.$/g, '')
      .split(', ')
      .sort();
    return from && to[0] !== 'no other feature' ? [[from, to] as const] : [];
  });
  expect(allowed.length).toBeGreaterThan(3);
  expect(Object.fromEntries(drawn)).toEqual(Object.fromEntries(allowed));
});
