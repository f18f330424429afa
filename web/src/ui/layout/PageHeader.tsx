import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '../cx.ts';
import { Icon } from '../Icon.tsx';

type PageHeaderProps = {
  title: ReactNode;
  breadcrumb?: readonly { label: ReactNode; to?: string }[];
  actions?: ReactNode;
  hint?: ReactNode;
  /** The actions are one icon on a phone: the heading leaves place for it. */
  iconOnPhone?: boolean;
  /** The heading is for screen readers alone (Ao Vivo). */
  hidden?: boolean;
};

/** The page's `<h1>`, which takes focus after navigation. */
export function PageHeader({
  title,
  breadcrumb,
  actions,
  hint,
  iconOnPhone,
  hidden,
}: PageHeaderProps) {
  return (
    <div
      className={cx(
        'flex flex-wrap gap-x-4 gap-y-3',
        breadcrumb || hint ? 'items-end' : 'items-center',
        iconOnPhone && 'max-tablet:flex-nowrap',
        hidden && 'sr-only',
      )}
    >
      <div className="mr-auto min-w-0">
        {breadcrumb ? (
          <nav aria-label="Caminho" className="mb-0.5">
            <ol className="flex flex-wrap items-center gap-x-2 text-sm">
              {breadcrumb.map((step, index) => (
                <li key={step.to ?? 'page'} className="flex items-center gap-2 text-muted">
                  {index > 0 ? <Icon name="chevron-right" size={14} /> : null}
                  {step.to ? (
                    <Link to={step.to}>{step.label}</Link>
                  ) : (
                    <span aria-current="page">{step.label}</span>
                  )}
                </li>
              ))}
            </ol>
          </nav>
        ) : null}
        <h1 tabIndex={-1} className="max-tablet:text-xl">
          {title}
        </h1>
        {hint ? <p className="mt-1 text-muted">{hint}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
    </div>
  );
}
