import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';

type PanelProps = {
  title?: ReactNode;
  /** At the right end of the title's line. */
  actions?: ReactNode;
  as?: 'section' | 'div';
  className?: string;
  children?: ReactNode;
};

/** A bordered surface. With a title it is a named region. */
export function Panel({ title, actions, as: Tag = 'section', className, children }: PanelProps) {
  const titleId = useId();
  return (
    <Tag
      aria-labelledby={title ? titleId : undefined}
      className={cx(
        'flex min-w-0 flex-col gap-4 rounded-panel border border-border bg-surface p-6 max-tablet:p-4',
        className,
      )}
    >
      {title || actions ? (
        <div
          className={cx(
            'flex flex-wrap items-center justify-end gap-2',
            actions ? 'min-h-11' : null,
          )}
        >
          {title ? (
            <h2 id={titleId} className="mr-auto">
              {title}
            </h2>
          ) : null}
          {actions}
        </div>
      ) : null}
      {children}
    </Tag>
  );
}
