import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon.tsx';

export type ChipTone = 'positive' | 'negative' | 'warning' | 'neutral';

const TONES: Record<ChipTone, string> = {
  positive: 'border-chip-border bg-chip-positive-bg text-chip-positive',
  negative: 'border-chip-border bg-chip-negative-bg text-chip-negative',
  warning: 'border-chip-border bg-chip-warning-bg text-chip-warning',
  neutral: 'border-control bg-surface text-text',
};

/** A state as a word with an icon: never by colour alone. On a phone its text is never cut. */
export function Chip({
  tone = 'neutral',
  icon,
  whole = false,
  children,
}: {
  tone?: ChipTone;
  icon?: IconName;
  /** Nor on a tablet: it breaks where it must. */
  whole?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-full border px-2.5 text-xs font-bold',
        TONES[tone],
      )}
    >
      {icon ? <Icon name={icon} size={16} /> : null}
      <span
        className={cx(
          'py-0.5 leading-tight',
          whole
            ? 'max-desktop:whitespace-normal'
            : 'truncate max-tablet:whitespace-normal print:whitespace-nowrap',
        )}
      >
        {children}
      </span>
    </span>
  );
}
