import type { ReactNode } from 'react';

/** Names with their values, one line each. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="rounded-control border border-border">{children}</dl>;
}
