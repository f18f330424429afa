import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { BACKDROP, keepOpenForToast, SHEET } from './dialogLook.ts';
import { useFocusBack } from './useFocusBack.ts';

type DrawerProps = {
  onClose: () => void;
  /** The action of Escape before closing, while something else is to be cancelled first. */
  onEscape?: () => void;
  title: ReactNode;
  /** After the title (a copy button). */
  titleAfter?: ReactNode;
  /** The actions, always visible. */
  footer?: ReactNode;
  /** A press outside closes it; only where typed text cannot be lost. */
  dismissible?: boolean;
  /** A request is under way and its result is shown here: it cannot be closed. */
  busy?: boolean;
  /** The element that gets the focus after closing, when the one before may be redrawn. */
  returnTo?: () => Element | null;
  children?: ReactNode;
};

/**
 * A sheet at the right of the page, the whole screen on a phone. It is open while it is rendered:
 * it takes the focus, keeps it and gives it back; Escape closes it. Dialogs among its children open
 * over it.
 */
export function Drawer({
  onClose,
  onEscape,
  title,
  titleAfter,
  footer,
  dismissible = true,
  busy = false,
  returnTo,
  children,
}: DrawerProps) {
  const close = useRef<HTMLButtonElement>(null);
  useFocusBack(true, returnTo);
  return (
    <Base.Root
      open
      disablePointerDismissal={!dismissible}
      onOpenChange={(next, details) => {
        if (keepOpenForToast(details) || next || busy) return;
        if (onEscape && details.reason === 'escape-key') onEscape();
        else onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup className={SHEET} initialFocus={close} finalFocus={false}>
          <div className="flex min-h-16 items-center gap-2 border-b border-border py-2 pr-3 pl-6 max-tablet:pl-4">
            <Base.Title className="min-w-0 text-xl wrap-anywhere">{title}</Base.Title>
            {titleAfter}
            <IconButton
              ref={close}
              icon="close"
              label="Fechar"
              disabled={busy}
              onClick={onClose}
              className="ml-auto"
            />
          </div>
          <div className="min-h-0 grow overflow-y-auto overscroll-contain px-6 py-5 max-tablet:px-4">
            {children}
          </div>
          {footer ? (
            <div className="flex flex-wrap items-center justify-end gap-2 border-t border-border px-6 py-3 max-tablet:px-4 max-tablet:[&>:is(a,button)]:grow">
              {footer}
            </div>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
