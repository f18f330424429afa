/**
 * `npm run bar -- ID …`: rows of the reliability bar; without an ID, the list of them. The planted
 * fault of a row has to be found before the row counts. `--all` runs every row, `--canary` the
 * planted faults alone, `--full` the release numbers, `--seed N` repeats a run. A run of every row writes
 * its table to docs/confiabilidade.md; with `--tabela`, a run of some rows replaces their lines there.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mergeTable, writeTable } from './tabela.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    canary: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    tabela: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

const folder = new URL('rows/', import.meta.url);
const rows = readdirSync(folder)
  .filter((file) => file.endsWith('.test.ts'))
  // A row may have a second file: r5Standby.test.ts is of R5.
  .map((file) => ({ id: (/^[a-z]\d+/.exec(file)?.[0] ?? '').toUpperCase(), file }))
  .sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));

const asked = positionals.map((id) => id.toUpperCase());
const unknown = asked.find((id) => !rows.some((row) => row.id === id));
if (unknown) {
  console.error(
    `There is no row ${unknown}. There are: ${[...new Set(rows.map(({ id }) => id))].join(', ')}`,
  );
  process.exit(2);
}

if (asked.length === 0 && !values.all) {
  for (const { id, file } of rows) {
    const promise = /promise:\s*(['"`])([\s\S]*?)\1,/.exec(
      readFileSync(new URL(file, folder), 'utf8'),
    );
    console.log(`${id.padEnd(4)} ${promise?.[2]}`);
  }
  process.exit(0);
}

const files = rows
  .filter(({ id }) => values.all || asked.includes(id))
  .map(({ file }) => `bar/rows/${file}`);
/** Only a run of every row is the table; a part replaces its own lines, when it is asked to. */
const report =
  (values.all || values.tabela) && !values.canary
    ? join(tmpdir(), `unipark-bar-${process.pid}.json`)
    : '';
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=bar',
    '--project=bar alone',
    '--reporter=verbose',
    '--no-file-parallelism',
    '--disableConsoleIntercept=true',
    ...(report ? ['--reporter=json', `--outputFile.json=${report}`] : []),
    ...(values.canary ? ['--testNamePattern=the planted fault is found'] : []),
    ...files,
  ],
  {
    cwd: new URL('..', import.meta.url),
    stdio: 'inherit',
    env: {
      ...process.env,
      UNIPARK_BAR: JSON.stringify({ full: values.full, seed: Number(values.seed) }),
    },
  },
);
if (report && values.all) writeTable(report, values.full);
else if (report) mergeTable(report);
process.exit(status ?? 1);
