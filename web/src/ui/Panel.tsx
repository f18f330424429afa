import { type ElementType, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

type PanelProps = {
  title?: ReactNode;
  /** Stands at the right end of the title's line. */
  actions?: ReactNode;
  as?: ElementType;
  /** No inner space (tables). */
  flush?: boolean;
  className?: string;
  children?: ReactNode;
};

/** A surface with a border. With a title it is a named region. */
export function Panel({
  title,
  actions,
  as: Tag = 'section',
  flush = false,
  className,
  children,
}: PanelProps) {
  const titleId = useId();
  return (
    <Tag
      aria-labelledby={title ? titleId : undefined}
      className={cx(
        'flex min-w-0 flex-col gap-4 rounded-panel border border-border bg-surface',
        !flush && 'p-6 max-tablet:p-4',
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
