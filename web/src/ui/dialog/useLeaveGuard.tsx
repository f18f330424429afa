import { type ReactNode, useEffect, useState } from 'react';
import { type Location, useBlocker } from 'react-router';
import { session } from '../../lib/session/session.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type LeaveGuard = {
  /** What would be lost, in one or two sentences. */
  text: string;
  title?: string;
  /** Pages that are opened without a question. */
  isAllowed?: (next: Location) => boolean;
};

/**
 * While `active`, asks before another page is opened and lets the browser ask before it closes the
 * tab; a sign-in or sign-out passes. Answers the question, to be rendered.
 */
export function useLeaveGuard(
  active: boolean,
  { text, title = 'Sair sem salvar?', isAllowed }: LeaveGuard,
): ReactNode {
  const [{ status }] = useState(() => session.get());
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      active &&
      session.get().status === status &&
      nextLocation.pathname !== currentLocation.pathname &&
      !isAllowed?.(nextLocation),
  );
  useEffect(() => {
    if (!active) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [active]);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={title}
      text={text}
      cancelLabel="Continuar aqui"
      confirmLabel="Sair"
      onCancel={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  );
}

/** The same for a page or dialog with something that is never shown again, such as a token. */
export const useOnceGuard = (shown: boolean, isAllowed?: LeaveGuard['isAllowed']): ReactNode =>
  useLeaveGuard(shown, {
    title: 'Você já copiou?',
    text: 'O que está nesta tela não será mostrado de novo.',
    isAllowed,
  });
