import { cx } from './cx.ts';
import { ICONS, type IconName } from './icons.ts';

export type { IconName };

/** A drawing next to a word or inside a named button; it never carries a meaning alone. */
export function Icon({
  name,
  size = 24,
  className,
}: {
  name: IconName;
  size?: number;
  className?: string;
}) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 3 : 2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx('shrink-0', className)}
    >
      <path d={ICONS[name]} />
    </svg>
  );
}
