import type { ReactNode } from 'react';
import { useDelayed } from './useDelayed.ts';

/** What shows while waiting: nothing for 300 ms. */
export function Delayed({ children }: { children: ReactNode }) {
  return useDelayed(true) ? children : null;
}
