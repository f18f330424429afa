import type { ElementType, ReactNode } from 'react';
import { cx } from './cx.ts';
import { GAPS, type Gap } from './spacing.ts';

// One column on phones, two on tablets, then what is asked for.
const COLUMNS = {
  1: 'grid-cols-1',
  2: 'grid-cols-1 tablet:grid-cols-2',
  3: 'grid-cols-1 tablet:grid-cols-2 desktop:grid-cols-3',
  4: 'grid-cols-1 tablet:grid-cols-2 desktop:grid-cols-4',
} as const;

type GridProps = {
  columns?: keyof typeof COLUMNS;
  gap?: Gap;
  as?: ElementType;
  className?: string;
  children?: ReactNode;
};

/** Equal columns that fold on narrow screens. */
export function Grid({ columns = 2, gap = 16, as: Tag = 'div', className, children }: GridProps) {
  return <Tag className={cx('grid', COLUMNS[columns], GAPS[gap], className)}>{children}</Tag>;
}
