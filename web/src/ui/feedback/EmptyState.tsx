import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon.tsx';

type EmptyStateProps = {
  icon?: IconName;
  title: ReactNode;
  text?: ReactNode;
  /** The only content of its panel: without space of its own. */
  snug?: boolean;
  children?: ReactNode;
};

/** Says that there is nothing to show, and what to do next. */
export function EmptyState({ icon = 'search', title, text, snug, children }: EmptyStateProps) {
  return (
    <div
      className={cx('flex flex-col items-center gap-2 text-center', snug ? 'py-4' : 'px-4 py-12')}
    >
      <span className="mb-2 flex size-16 items-center justify-center rounded-panel bg-tint text-primary">
        <Icon name={icon} size={28} />
      </span>
      <p role="status" className="text-lg font-bold">
        {title}
      </p>
      {text ? <p className="max-w-prose text-balance text-muted">{text}</p> : null}
      {children ? <div className="mt-2 flex flex-wrap justify-center gap-2">{children}</div> : null}
    </div>
  );
}
