import { createContext, type ReactNode, useContext } from 'react';
import type { ToastContentProps } from 'react-toastify/unstyled';
import { type Store, useStore } from '../../lib/store.ts';
import { Icon, type IconName } from '../Icon.tsx';

export type ToastKind = 'success' | 'error' | 'info' | 'warning';

const ICONS: Record<ToastKind, IconName> = {
  success: 'check',
  error: 'warning',
  info: 'info',
  warning: 'warning',
};

/** How the text of a toast is shown: the application knows the codes in it. */
export const ToastText = createContext<(text: string) => ReactNode>(String);

type Props = Partial<ToastContentProps> & {
  kind: ToastKind;
  text: string;
  /** The key of this message in `times`. */
  message: string;
  times: Store<Readonly<Record<string, number>>>;
};

/** Icon, sentence, count and our own bar, which is also the timer: the library's bar has an English name. */
export function ToastContent({ kind, text, message, times, closeToast, isPaused }: Props) {
  const showText = useContext(ToastText);
  const count = useStore(times)[message] ?? 1;
  return (
    <>
      <Icon name={ICONS[kind]} size={20} />
      <span className="toast-text">{showText(text)}</span>
      {count > 1 ? <span className="toast-count">×{count}</span> : null}
      <span
        // A repeated message starts its time again.
        key={Math.max(1, count)}
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
