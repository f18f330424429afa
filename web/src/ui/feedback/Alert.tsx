import type { ReactNode } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon.tsx';

type AlertTone = 'info' | 'warning' | 'danger' | 'success';

const LOOKS: Record<AlertTone, { icon: IconName; className: string }> = {
  info: { icon: 'info', className: 'border-border bg-tint text-text' },
  warning: {
    icon: 'warning',
    className: 'border-chip-border bg-chip-warning-bg text-chip-warning',
  },
  danger: {
    icon: 'warning',
    className: 'border-chip-border bg-chip-negative-bg text-chip-negative',
  },
  success: {
    icon: 'check',
    className: 'border-chip-border bg-chip-positive-bg text-chip-positive',
  },
};

type AlertProps = {
  tone?: AlertTone;
  /** A link or a button at the right end. */
  action?: ReactNode;
  onClose?: () => void;
  /** `alert` interrupts a screen reader, `status` waits; without a role it is not announced. */
  role?: 'alert' | 'status';
  children: ReactNode;
};

/** One line in the page: an information, a warning or a fault. */
export function Alert({ tone = 'info', action, onClose, role, children }: AlertProps) {
  const look = LOOKS[tone];
  return (
    <div
      role={role}
      className={cx(
        'flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 rounded-control border px-4 py-2 text-sm font-medium',
        look.className,
      )}
    >
      <Icon name={look.icon} size={20} />
      <div className="min-w-0 grow basis-40">{children}</div>
      {action}
      {onClose ? <IconButton icon="close" label="Fechar aviso" onClick={onClose} /> : null}
    </div>
  );
}
