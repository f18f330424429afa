import type { ReactNode } from 'react';

/** One line of `Facts`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-border px-4 py-2 last:border-0">
      <dt className="w-32 shrink-0 max-tablet:w-24 text-sm text-muted">{label}</dt>
      {/* Where a word would be cut, the value goes under its label. */}
      <dd className="min-w-0 grow basis-32 wrap-anywhere">{children}</dd>
    </div>
  );
}
