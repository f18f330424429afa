import type { ReactNode } from 'react';
import { useDelayed } from '../../lib/screen/useDelayed.ts';

/** Shows its children after 300 ms of waiting. */
export function Delayed({ children }: { children: ReactNode }) {
  return useDelayed(true) ? children : null;
}
