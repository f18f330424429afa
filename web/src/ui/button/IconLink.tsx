import { Link } from 'react-router';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon.tsx';

type IconLinkProps = {
  icon: IconName;
  label: string;
  to: string;
  variant?: 'ghost' | 'outline';
  className?: string;
};

/** A link with the look of an icon button, for navigation. */
export function IconLink({ icon, label, to, variant = 'ghost', className }: IconLinkProps) {
  return (
    <Link
      to={to}
      title={label}
      aria-label={label}
      className={cx(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-control border text-text',
        'transition-colors duration-150 hover:bg-hover',
        variant === 'outline' ? 'border-border bg-surface' : 'border-transparent',
        className,
      )}
    >
      <Icon name={icon} size={20} />
    </Link>
  );
}
