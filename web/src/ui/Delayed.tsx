import type { ReactNode } from 'react';
import { useDelayed } from './useDelayed.ts';

type DelayedProps = {
  /** True while waiting. */
  active?: boolean;
  /** What is waited for. */
  fallback?: ReactNode;
  children?: ReactNode;
};

/**
 * Children are what shows while waiting: nothing for 300 ms, then for at least 400 ms.
 * `fallback` stands there when the wait is over.
 */
export function Delayed({ active = true, fallback = null, children }: DelayedProps) {
  const shown = useDelayed(active);
  if (shown) return children;
  return active ? null : fallback;
}
