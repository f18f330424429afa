import { useMutation } from '@tanstack/react-query';
import type { Usuario } from '@unipark/contract/usuario';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { resetAcesso } from './api.ts';
import { LinkUmaVez } from './LinkUmaVez.tsx';

type Props = {
  usuario: Usuario;
  onClose: () => void;
  onFailure: (error: unknown) => void;
};

/** Deletes the password and offers a new one: by mail, or by a link shown once. */
export function RedefinirAcesso({ usuario, onClose, onFailure }: Props) {
  const { mutate, data, isPending } = useMutation({
    ...resetAcesso,
    onSuccess: ({ enviado }) => enviado && onClose(),
    onError: (error) => {
      onFailure(error);
      onClose();
    },
  });
  const link = data?.link ?? undefined;
  const reset = () => mutate(usuario);
  return (
    <Dialog
      open
      title="Redefinir acesso"
      description={`${usuario.nome} · ${usuario.email}`}
      // Shown once: Escape would lose it, so only 'Já copiei' closes the dialog.
      busy={isPending || link !== undefined}
      onClose={onClose}
      onCtrlEnter={reset}
      footer={
        link ? (
          <Button variant="primary" onClick={onClose}>
            Já copiei
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={isPending}>
              Cancelar
            </Button>
            <Button variant="danger" onClick={reset} loading={isPending}>
              Redefinir acesso
            </Button>
          </>
        )
      }
    >
      {link ? (
        <LinkUmaVez link={link} paraQuem={usuario.nome} validade="em até 30 minutos" />
      ) : (
        <p>
          {`A senha de ${usuario.nome} deixa de valer e as sessões abertas terminam. A pessoa escolhe outra por um link de 30 minutos, enviado ao e-mail dela ou, sem envio de e-mails, mostrado aqui. O segundo fator continua.`}
        </p>
      )}
    </Dialog>
  );
}
