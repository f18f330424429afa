import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

// Whole class names, because Tailwind searches for them; the steps of space in px.
const GAPS = { 4: 'gap-1', 8: 'gap-2', 16: 'gap-4' } as const;

type StackProps = {
  gap?: keyof typeof GAPS;
  direction?: 'column' | 'row';
  align?: 'center';
  justify?: 'end';
  wrap?: boolean;
  className?: string;
  children?: ReactNode;
};

/** Elements one after another with even space. */
export function Stack({
  gap = 16,
  direction = 'column',
  align,
  justify,
  wrap,
  className,
  children,
}: StackProps) {
  return (
    <div
      className={cx(
        'flex min-w-0',
        direction === 'column' ? 'flex-col' : 'flex-row',
        GAPS[gap],
        align && 'items-center',
        justify && 'justify-end',
        wrap && 'flex-wrap',
        className,
      )}
    >
      {children}
    </div>
  );
}
