import { type ReactNode, useEffect } from 'react';
import { focusHeading } from '../../lib/screen/focusHeading.ts';
import { Button } from '../button/Button.tsx';
import { Dialog } from './Dialog.tsx';
import { useOnceGuard } from './useLeaveGuard.tsx';

type OnceDialogProps = {
  title: string;
  description?: ReactNode;
  /** A request is under way. */
  pending: boolean;
  /** What can never be shown again; undefined until it exists. */
  once: ReactNode | undefined;
  /** The buttons that ask for it. */
  actions: ReactNode;
  onClose: () => void;
  onCtrlEnter?: () => void;
  /** What is shown before. */
  children: ReactNode;
};

/** Asks, then shows a result once: Escape would lose it, so only 'Já copiei' closes it then. */
export function OnceDialog({
  pending,
  once,
  actions,
  onClose,
  children,
  ...dialog
}: OnceDialogProps) {
  const isShown = once !== undefined;
  const perguntaDeSaida = useOnceGuard(isShown);
  // The button that asked is gone.
  useEffect(() => {
    if (isShown) focusHeading();
  }, [isShown]);
  return (
    <Dialog
      {...dialog}
      open
      busy={pending || isShown}
      onClose={onClose}
      footer={
        once ? (
          <Button variant="primary" onClick={onClose}>
            Já copiei
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={pending}>
              Cancelar
            </Button>
            {actions}
          </>
        )
      }
    >
      {once ?? children}
      {perguntaDeSaida}
    </Dialog>
  );
}
