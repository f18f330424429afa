import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { Spinner } from '../feedback/Spinner.tsx';
import { Icon, type IconName } from '../Icon.tsx';
import { formatBadge } from './formatBadge.ts';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  icon: IconName;
  label: string;
  danger?: boolean;
  variant?: 'ghost' | 'outline';
  /** 44 px; 48 in the header. */
  size?: 44 | 48;
  /** A small number at the corner (of the bell). */
  badge?: number;
  loading?: boolean;
};

export function IconButton({
  icon,
  label,
  danger = false,
  variant = 'ghost',
  size = 44,
  badge = 0,
  loading = false,
  disabled,
  className,
  type = 'button',
  ...props
}: IconButtonProps) {
  return (
    <button
      title={label}
      {...props}
      type={type}
      aria-label={label}
      disabled={disabled || loading}
      className={cx(
        'relative inline-flex shrink-0 items-center justify-center rounded-control border',
        'transition-colors duration-150 hover:not-disabled:bg-hover disabled:opacity-45',
        size === 48 ? 'size-12' : 'size-11',
        variant === 'outline' ? 'border-border bg-surface' : 'border-transparent',
        danger ? 'text-danger' : 'text-text',
        className,
      )}
    >
      {loading ? <Spinner size={20} /> : <Icon name={icon} size={size === 48 ? 24 : 20} />}
      {badge > 0 ? (
        <span
          aria-hidden="true"
          className="absolute -top-0.5 -right-0.5 min-w-5 rounded-full bg-logout px-1 text-center text-xs/5 font-bold text-on-logout tabular"
        >
          {formatBadge(badge)}
        </span>
      ) : null}
    </button>
  );
}
