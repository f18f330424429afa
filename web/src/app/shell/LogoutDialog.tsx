import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { dropAtSignOut } from '../../avisos/assinatura.ts';
import { announce } from '../../lib/screen/notices.ts';
import { endSession } from '../../lib/session/session.ts';
import { count } from '../../lib/time/format.ts';
import { logFailure } from '../../lib/wire/log.ts';
import { loadFila } from '../../portaria/fila.ts';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';

/** Asks, then signs out here even when the server fails. */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [unsent, setUnsent] = useState(0);
  const navigate = useNavigate();
  useEffect(() => {
    loadFila().then(
      (waiting) => setUnsent(waiting.length),
      (error) => logFailure('outbox', error),
    );
  }, []);

  const leave = async () => {
    setBusy(true);
    await dropAtSignOut();
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
    >
      {unsent > 0 &&
        `${count(unsent, 'registro da Portaria ainda não foi enviado', 'registros da Portaria ainda não foram enviados')}. Ao sair, o que não foi enviado é apagado.`}
    </ConfirmDialog>
  );
}
