import { format } from 'node:util';
import { BroadcastChannel, locks } from 'node:worker_threads';
import { configure } from '@testing-library/dom';
import { afterEach, beforeEach } from 'vitest';

/**
 * A check that is repeated until it passes would print the page each time, 6 % of all these tests.
 * DEBUG_PRINT_LIMIT=7000 prints it.
 */
if (!process.env.DEBUG_PRINT_LIMIT) {
  configure({
    getElementError: (message) =>
      Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
  });
}

// happy-dom has none, and a context of its own does not have Node's: one that files beside it hear too.
if (!('BroadcastChannel' in globalThis)) Object.assign(globalThis, { BroadcastChannel });
// Without them the page waits a second for the other tabs, as it does over plain http.
if (globalThis.navigator && !navigator.locks) {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
}

/** Failures that the page logs through `lib/log.ts`: tests of faults cause them. */
const OWN_LOG = /^\[unipark\] /;

// Over plain http a page has none; Node's own is a method of the same object.
if (globalThis.window) Object.defineProperty(crypto, 'randomUUID', { value: undefined });

// A browser saves the file and stays; happy-dom leaves the page, and the files after this one with it.
if (typeof HTMLAnchorElement !== 'undefined') {
  const { click } = HTMLAnchorElement.prototype;
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    if (!this.hasAttribute('download')) click.call(this);
  };
}

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
  // The files of a worker share the window.
  const { href = 'http:' } = globalThis.window?.location ?? {};
  if (!/^https?:/.test(href)) throw new Error('The test left the page.');
  if (stray.length > 0) throw new Error(`The console was written to:\n${stray.join('\n')}`);
});
