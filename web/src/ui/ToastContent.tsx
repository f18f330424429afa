import type { ToastContentProps } from 'react-toastify/unstyled';
import { Icon, type IconName } from './Icon.tsx';
import type { ToastKind } from './toast.ts';

const ICONS: Record<ToastKind, IconName> = {
  success: 'check',
  error: 'warning',
  info: 'info',
  warning: 'warning',
};

type Props = Partial<ToastContentProps> & { kind: ToastKind; text: string; count: number };

/**
 * Icon, sentence, count and our own bar, which is the clock too: the library's bar carries an
 * English name.
 */
export function ToastContent({ kind, text, count, closeToast, isPaused }: Props) {
  return (
    <>
      <Icon name={ICONS[kind]} size={20} />
      <span className="toast-text">{text}</span>
      {count > 1 ? <span className="toast-count">×{count}</span> : null}
      <span
        aria-hidden="true"
        className="toast-timer"
        style={{ animationPlayState: isPaused ? 'paused' : 'running' }}
        onAnimationEnd={(event) => {
          event.stopPropagation();
          closeToast?.();
        }}
      />
    </>
  );
}
