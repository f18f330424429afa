import type { ReactNode } from 'react';

/** How many records match a list's search; its place is kept while the number is not known. */
export const ListCount = ({ children }: { children: ReactNode }) => (
  <span
    role="status"
    className="min-h-5 self-center text-sm text-muted max-tablet:order-last max-tablet:w-full tablet:min-w-26 tablet:text-right"
  >
    {children}
  </span>
);
