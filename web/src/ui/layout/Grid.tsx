import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

// One column on phones, two on tablets, then the given number.
const COLUMNS = {
  2: 'grid-cols-1 tablet:grid-cols-2',
  4: 'grid-cols-1 tablet:grid-cols-2 desktop:grid-cols-4',
} as const;

type GridProps = { columns: keyof typeof COLUMNS; className?: string; children?: ReactNode };

/** Equal columns that wrap on narrow screens. */
export function Grid({ columns, className, children }: GridProps) {
  return (
    <div className={cx('grid gap-4 short:gap-y-3', COLUMNS[columns], className)}>{children}</div>
  );
}
