/** The table of a run of every row: `docs/confiabilidade.md`. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

interface RowTest {
  title: string;
  ancestorTitles: string[];
  status: string;
  duration?: number;
  meta?: { checks?: number; figures?: string[]; missing?: string[] };
}
interface RowReport {
  testResults: { name: string; assertionResults: RowTest[] }[];
}

const PAGE = fileURLToPath(new URL('../docs/confiabilidade.md', import.meta.url));
const PLANTED = 'the planted fault is found';

/** One line of a file: a row may have several. */
function lineOf({ name, assertionResults }: RowReport['testResults'][number]): string {
  const planted = assertionResults.find(({ title }) => title === PLANTED);
  const promise = assertionResults.find(({ title }) => title !== PLANTED);
  const { checks = 0, figures = [], missing = [] } = promise?.meta ?? {};
  const id = promise?.ancestorTitles.at(-1) ?? basename(name);
  const state = { passed: '✓', failed: '✕' }[promise?.status ?? ''] ?? '–';
  const seconds = Math.round((promise?.duration ?? 0) / 1_000);
  const notes = [...figures, ...missing.map((what) => `not measured: ${what}`)];
  const cells = [
    ...[id, promise?.title ?? '', state, planted?.status === 'passed' ? '✓' : '–'],
    ...[checks, seconds, notes.join('; ').replaceAll('|', '\\|')],
  ];
  return `| ${cells.join(' | ')} |`;
}

const sorted = (lines: string[]): string[] =>
  lines.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));

/** The lines of a report, which is removed. */
function readLines(report: string): string[] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as RowReport;
  rmSync(report);
  return testResults.map(lineOf);
}

/** Replaces the lines of some rows in the page, and adds those that it has not. */
export function mergeTable(report: string): void {
  const lines = readLines(report);
  const ids = new Set(lines.map((line) => line.split(' | ')[0]));
  const [head = '', body = ''] = readFileSync(PAGE, 'utf8').split(/(?<=\| --- \|\n)/);
  const kept = body.split('\n').filter((line) => line && !ids.has(line.split(' | ')[0]));
  writeFileSync(PAGE, `${head}${sorted([...kept, ...lines]).join('\n')}\n`);
}

/** Writes the page from the report of the test runner, and removes the report. */
export function writeTable(report: string, full: boolean): void {
  const lines = sorted(readLines(report));
  const memory = Math.round(totalmem() / 2 ** 30);
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(
    PAGE,
    `# Reliability

Made by \`npm run bar:${full ? 'full' : 'quick'}\`, ${today}, ${cpus().length} cores, ${memory} GiB. Each row is a promise with a fault planted in a
copy of the product, which the same check has to find.

| Row | Promise | Holds | Fault found | Checks | s | Figures |
| --- | --- | --- | --- | --- | --- | --- |
${lines.join('\n')}
`,
  );
}
