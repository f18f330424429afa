import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { onCtrlEnter } from '../../lib/screen/ctrlEnter.ts';
import { IconButton } from '../button/IconButton.tsx';
import { cx } from '../cx.ts';
import { BACKDROP, keepOpenForToast, POPUP } from './dialogLook.ts';
import { useFocusBack } from './useFocusBack.ts';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** At the right of the title, in place of the close button. */
  aside?: ReactNode;
  footer?: ReactNode;
  /** At the left end of the footer ('2 alterações'). */
  footerStart?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null>;
  /** Px. */
  width?: number;
  /** A click outside closes the dialog; only where typed text cannot be lost. */
  dismissible?: boolean;
  /** A request is under way and its result is shown here: the dialog cannot be closed. */
  busy?: boolean;
  /** The action of Ctrl+Enter anywhere in the dialog. */
  onCtrlEnter?: () => void;
  children?: ReactNode;
};

/** A dialog over the page: it takes the focus, keeps it and gives it back; Escape closes it. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  aside,
  footer,
  footerStart,
  initialFocus,
  width = 560,
  dismissible = false,
  busy = false,
  onCtrlEnter: act,
  children,
}: DialogProps) {
  useFocusBack(open);
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={!dismissible}
      onOpenChange={(next, details) => {
        if (keepOpenForToast(details)) return;
        if (!next && !busy) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          className={POPUP}
          style={{ maxWidth: width }}
          initialFocus={initialFocus}
          finalFocus={false}
          onKeyDown={act && onCtrlEnter(() => !busy && act())}
        >
          <div className="flex items-start gap-4 px-6 pt-5 max-tablet:px-4">
            <div className="mr-auto min-w-0">
              <Base.Title className="text-xl">{title}</Base.Title>
              {description ? (
                <Base.Description className="mt-0.5 text-sm text-muted">
                  {description}
                </Base.Description>
              ) : null}
            </div>
            {aside ?? (
              <IconButton
                icon="close"
                label="Fechar"
                disabled={busy}
                onClick={onClose}
                className="-mt-2 -mr-2"
              />
            )}
          </div>
          <div
            className={cx(
              'min-h-0 grow overflow-y-auto px-6 py-4 max-tablet:px-4',
              !footer && 'pb-6',
            )}
          >
            {children}
          </div>
          {footer ? (
            <div className="flex flex-wrap items-center justify-end gap-2 border-t border-border px-6 py-4 max-tablet:px-4 max-tablet:[&>:is(a,button)]:grow">
              {footerStart ? (
                <span className="mr-auto text-sm text-muted">{footerStart}</span>
              ) : null}
              {footer}
            </div>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
