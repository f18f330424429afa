import type { ElementType, ReactNode } from 'react';
import { cx } from './cx.ts';
import { GAPS, type Gap } from './spacing.ts';

const ALIGN = {
  start: 'items-start',
  center: 'items-center',
  end: 'items-end',
  baseline: 'items-baseline',
  stretch: 'items-stretch',
} as const;
const JUSTIFY = {
  start: 'justify-start',
  center: 'justify-center',
  end: 'justify-end',
  between: 'justify-between',
} as const;

type StackProps = {
  gap?: Gap;
  direction?: 'column' | 'row';
  align?: keyof typeof ALIGN;
  justify?: keyof typeof JUSTIFY;
  wrap?: boolean;
  as?: ElementType;
  className?: string;
  children?: ReactNode;
};

/** Things one after another, evenly spaced. */
export function Stack({
  gap = 16,
  direction = 'column',
  align,
  justify,
  wrap,
  as: Tag = 'div',
  className,
  children,
}: StackProps) {
  return (
    <Tag
      className={cx(
        'flex min-w-0',
        direction === 'column' ? 'flex-col' : 'flex-row',
        GAPS[gap],
        align && ALIGN[align],
        justify && JUSTIFY[justify],
        wrap && 'flex-wrap',
        className,
      )}
    >
      {children}
    </Tag>
  );
}
