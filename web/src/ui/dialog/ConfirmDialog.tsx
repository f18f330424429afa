import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { onCtrlEnter } from '../../lib/screen/ctrlEnter.ts';
import { Button } from '../button/Button.tsx';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon.tsx';
import { BACKDROP, keepOpenForToast, POPUP } from './dialogLook.ts';
import { useFocusBack } from './useFocusBack.ts';

type ConfirmDialogProps = {
  open: boolean;
  title: ReactNode;
  text?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  icon?: IconName;
  children?: ReactNode;
};

/** A question. The safe button has the focus; Escape is Cancelar; Ctrl+Enter confirms. */
export function ConfirmDialog({
  open,
  title,
  text,
  confirmLabel,
  cancelLabel = 'Cancelar',
  danger = false,
  busy = false,
  onConfirm,
  onCancel,
  icon,
  children,
}: ConfirmDialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  useFocusBack(open);

  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next, details) => {
        if (keepOpenForToast(details)) return;
        if (!next && !busy) onCancel();
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP} />
        <AlertDialog.Popup
          className={cx(POPUP, 'gap-6 overflow-y-auto p-6 wrap-anywhere max-tablet:p-4')}
          style={{ maxWidth: 480 }}
          initialFocus={safe}
          finalFocus={false}
          onKeyDown={onCtrlEnter(() => !busy && onConfirm())}
        >
          <div className="flex gap-4">
            {icon ? (
              <span
                className={cx(
                  'flex size-11 shrink-0 items-center justify-center rounded-control border border-chip-border',
                  danger ? 'bg-chip-negative-bg text-chip-negative' : 'bg-tint text-primary',
                )}
              >
                <Icon name={icon} size={22} />
              </span>
            ) : null}
            <div className="flex min-w-0 grow flex-col gap-3">
              <div className="flex flex-col gap-1.5">
                <AlertDialog.Title className="pt-1 text-xl">{title}</AlertDialog.Title>
                {text ? <AlertDialog.Description>{text}</AlertDialog.Description> : null}
              </div>
              {children ? (
                <div className="rounded-control border border-border bg-bg px-4 py-3 text-sm">
                  {children}
                </div>
              ) : null}
            </div>
          </div>
          <div className="flex flex-wrap justify-end gap-2 max-tablet:*:grow">
            <Button ref={safe} onClick={onCancel} disabled={busy}>
              {cancelLabel}
            </Button>
            <Button variant={danger ? 'danger' : 'primary'} onClick={onConfirm} loading={busy}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
