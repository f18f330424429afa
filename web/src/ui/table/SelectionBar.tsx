import type { ReactNode } from 'react';

type SelectionBarProps = { label: string; children: ReactNode };

/** At the lower edge of the window, above the rows, which do not move when it appears. */
export function SelectionBar({ label, children }: SelectionBarProps) {
  return (
    <section className="selection-bar" aria-label={label}>
      {children}
    </section>
  );
}
