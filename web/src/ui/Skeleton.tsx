import { cx } from './cx.ts';

/** A grey place of the final size. Silent: the region around it says `aria-busy`. */
export function Skeleton({
  width = '100%',
  height = 20,
  className,
}: {
  width?: number | string;
  height?: number | string;
  className?: string;
}) {
  return (
    <span
      aria-hidden="true"
      style={{ width, height }}
      className={cx('block animate-pulse rounded-chip bg-skeleton', className)}
    />
  );
}
