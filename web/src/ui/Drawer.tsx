import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { BACKDROP, keepOpenForToast, SHEET } from './dialogLook.ts';
import { IconButton } from './IconButton.tsx';
import { useFocusBack } from './useFocusBack.ts';

type DrawerProps = {
  onClose: () => void;
  /** What Escape does instead of closing, while something else is to be given up first. */
  onEscape?: () => void;
  title: ReactNode;
  /** Stands after the title (a button that copies it). */
  titleAfter?: ReactNode;
  /** The actions; always in sight. */
  footer?: ReactNode;
  /** A press outside closes too: only where nothing typed can be lost. */
  dismissible?: boolean;
  /** Something is under way whose outcome the sheet must see: it cannot be closed. */
  busy?: boolean;
  /** Where the focus goes on closing, when the place it came from may have been drawn anew. */
  returnTo?: () => Element | null;
  children?: ReactNode;
};

/**
 * A sheet at the right of the page, the whole screen on a phone. It is open as long as it is there:
 * focus in, trapped and back; Escape closes. Dialogs among its children open over it.
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
        <Base.Popup className={SHEET} initialFocus={close}>
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
            <div className="flex flex-wrap items-center justify-end gap-2 border-t border-border px-6 py-3 max-tablet:px-4">
              {footer}
            </div>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
