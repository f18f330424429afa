import { format } from 'node:util';
import { afterEach, beforeEach } from 'vitest';

/** Failures that the page logs through `lib/log.ts`: tests of faults cause them. */
const OWN_LOG = /^\[unipark\] /;

const { error, warn } = console;
let kept: string[];
let stray: string[];

const keep = (...parts: unknown[]): void => {
  const line = format(...parts);
  (OWN_LOG.test(line) ? kept : stray).push(line);
};

/** A stray console.error or console.warn fails a test. The page's own log is printed with a failure. */
beforeEach(({ onTestFailed }) => {
  kept = [];
  stray = [];
  console.error = keep;
  console.warn = keep;
  onTestFailed(() => {
    for (const line of kept) warn(line);
  });
});
afterEach(() => {
  console.error = error;
  console.warn = warn;
  if (stray.length > 0) throw new Error(`The console was written to:\n${stray.join('\n')}`);
});
