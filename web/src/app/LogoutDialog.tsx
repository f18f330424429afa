import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { logFailure } from '../lib/log.ts';
import { announce } from '../lib/notices.ts';
import { endSession } from '../lib/session.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

/** Asks, and then signs out here whatever the server says. */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();

  const leave = async () => {
    setBusy(true);
    try {
      await endSession();
    } catch (error) {
      logFailure('sign-out', error);
      announce('error', TEXTOS_CONTA.erroLogout);
    }
    navigate('/', { replace: true });
  };

  return (
    <ConfirmDialog
      open
      icon="logout"
      title="Deseja sair?"
      text="Você realmente deseja encerrar a sessão?"
      confirmLabel="Confirmar"
      cancelLabel="Cancelar"
      busy={busy}
      onConfirm={leave}
      onCancel={onClose}
    />
  );
}
