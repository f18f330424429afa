import { Link } from 'react-router';
import { cx } from './cx.ts';
import { Icon, type IconName } from './Icon.tsx';

type IconLinkProps = { icon: IconName; label: string; to: string; className?: string };

/** A link that looks like an outlined icon button. */
export function IconLink({ icon, label, to, className }: IconLinkProps) {
  return (
    <Link
      to={to}
      title={label}
      aria-label={label}
      className={cx(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-control border border-border',
        'bg-surface text-text transition-colors duration-150 hover:bg-hover',
        className,
      )}
    >
      <Icon name={icon} size={20} />
    </Link>
  );
}
