import { type ComponentProps, type ComponentType, type LazyExoticComponent, lazy } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: each component has props of its own
type Any = ComponentType<any>;

/** Long enough for the screen's own data to arrive on a slow network. */
export const IDLE_MS = 4_000;
const PAUSE_MS = 30;

const waiting = new Set<() => Promise<unknown>>();

/** Registers a module that the screen may need later: it is loaded when the page is idle. */
export function whenIdle(load: () => Promise<unknown>): void {
  waiting.add(load);
}

/** A part of a screen in a chunk of its own, loaded when idle so that it works offline. */
export function part<C extends Any>(
  load: () => Promise<C>,
): LazyExoticComponent<ComponentType<ComponentProps<C>>> {
  whenIdle(load);
  return lazy(async () => ({ default: await load() }));
}

/** Loads the registered parts one by one when the page is idle. Returns a function that cancels it. */
export function loadParts(): () => void {
  let timer = setTimeout(fetchNext, IDLE_MS);
  function fetchNext(): void {
    const [load] = waiting;
    // A browser remembers a module that failed to load, so nothing is loaded without a network.
    if (!load || !navigator.onLine) return;
    waiting.delete(load);
    load().catch(() => {});
    // Between two modules the page answers.
    timer = setTimeout(fetchNext, PAUSE_MS);
  }
  return () => clearTimeout(timer);
}
