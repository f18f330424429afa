import { type ComponentProps, type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { createStore } from '../store.ts';
import { connected } from './connection.ts';
import { logFailure } from './log.ts';

// biome-ignore lint/suspicious/noExplicitAny: each component has props of its own
type Any = ComponentType<any>;

/** Long enough for the screen's own data to arrive on a slow network. */
export const IDLE_MS = 4_000;
const PAUSE_MS = 30;

const waiting = new Set<() => Promise<unknown>>();

/** A module did not load. A browser remembers that, so only a new page has it. */
export const partMissing = createStore(false);

/** Registers a module that the screen may need later: it is loaded when the page is idle. */
export function whenIdle(load: () => Promise<unknown>): void {
  waiting.add(load);
}

/**
 * A part of a screen in a chunk of its own, loaded when idle so that it works offline. When it does
 * not load, nothing stands in its place and `partMissing` tells the page: the rest goes on.
 */
export function part<C extends Any>(
  load: () => Promise<C>,
): LazyExoticComponent<ComponentType<ComponentProps<C>>> {
  whenIdle(load);
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      logFailure('part', error);
      partMissing.set(true);
      return { default: (() => null) as unknown as C };
    }
  });
}

/** Loads the registered parts one by one when the page is idle. Returns a function that cancels it. */
export function loadParts(): () => void {
  let timer = setTimeout(fetchNext, IDLE_MS);
  function fetchNext(): void {
    const [load] = waiting;
    if (!load) return;
    // A browser remembers a module that failed to load, so nothing is loaded without a server.
    if (!navigator.onLine || !connected.get()) {
      timer = setTimeout(fetchNext, IDLE_MS);
      return;
    }
    waiting.delete(load);
    // The part says so itself where it is shown.
    load().catch(() => {});
    // Between two modules the page answers.
    timer = setTimeout(fetchNext, PAUSE_MS);
  }
  return () => clearTimeout(timer);
}
