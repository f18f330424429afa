import { type ComponentProps, type ComponentType, type LazyExoticComponent, lazy } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: the props are the component's own, whatever they are
type Any = ComponentType<any>;

/** Long enough for the screen's own data to have arrived, on a slow line too. */
const IDLE_MS = 4_000;

const waiting = new Set<() => Promise<unknown>>();

/** Something that the screen may come to need: fetched as soon as nothing else is to do. */
export function whenIdle(load: () => Promise<unknown>): void {
  waiting.add(load);
}

/**
 * A part of a screen in a chunk of its own: not paid for by the first paint, and fetched as soon as
 * nothing else is to do, so that it is there when the server is not.
 */
export function part<C extends Any>(
  load: () => Promise<C>,
): LazyExoticComponent<ComponentType<ComponentProps<C>>> {
  whenIdle(load);
  return lazy(async () => ({ default: await load() }));
}

/** Fetches the parts not fetched yet, once the page is idle. Answers how to call it off. */
export function loadParts(): () => void {
  const fetchAll = (): void => {
    // A browser remembers a module that it could not have: better not to ask without a network.
    if (!navigator.onLine) return;
    for (const load of waiting) {
      waiting.delete(load);
      load().catch(() => {});
    }
  };
  const timer = setTimeout(fetchAll, IDLE_MS);
  return () => clearTimeout(timer);
}
