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

/** What a person may do about the message. */
export type ToastAction = { label: string; run: () => void };
/** Long enough to read, decide, and reach the button. */
const WITH_ACTION = '15s';

/** How the text of a toast is shown: the application knows the codes in it. */
export const ToastText = createContext<(text: string) => ReactNode>(String);

type Props = Partial<ToastContentProps> & {
  kind: ToastKind;
  text: string;
  /** The key of this message in `times`. */
  message: string;
  times: Store<Readonly<Record<string, number>>>;
  action?: ToastAction | undefined;
};

/** Icon, sentence, count and our own bar, which is also the timer: the library's bar has an English name. */
export function ToastContent({ kind, text, message, times, action, closeToast, isPaused }: Props) {
  const showText = useContext(ToastText);
  const count = useStore(times)[message] ?? 1;
  return (
    <>
      <Icon name={ICONS[kind]} size={20} />
      <span className="toast-text">{showText(text)}</span>
      {count > 1 ? <span className="toast-count">×{count}</span> : null}
      {action ? (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            action.run();
            closeToast?.();
          }}
        >
          {action.label}
        </button>
      ) : null}
      <span
        // A repeated message starts its time again.
        key={Math.max(1, count)}
        aria-hidden="true"
        className="toast-timer"
        style={{
          animationPlayState: isPaused ? 'paused' : 'running',
          animationDuration: action && WITH_ACTION,
        }}
        onAnimationEnd={(event) => {
          event.stopPropagation();
          closeToast?.();
        }}
      />
    </>
  );
}
