import { useMutation } from '@tanstack/react-query';
import type { Usuario } from '@unipark/contract/usuario';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { redefinirAcesso } from './api.ts';
import { LinkUmaVez } from './LinkUmaVez.tsx';

type Props = {
  usuario: Usuario;
  onClose: () => void;
  onFailure: (error: unknown) => void;
};

/** Makes the password void and opens the way to a new one: by mail, or by a link shown once. */
export function RedefinirAcesso({ usuario, onClose, onFailure }: Props) {
  const { mutate, data, isPending } = useMutation({
    ...redefinirAcesso,
    onSuccess: ({ enviado }) => enviado && onClose(),
    onError: (error) => {
      onFailure(error);
      onClose();
    },
  });
  const link = data?.link ?? undefined;
  const redefinir = () => mutate(usuario);
  return (
    <Dialog
      open
      title="Redefinir acesso"
      description={`${usuario.nome} · ${usuario.email}`}
      // Shown once: Escape would lose it, so only 'Já copiei' closes.
      busy={isPending || link !== undefined}
      onClose={onClose}
      onCtrlEnter={redefinir}
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
            <Button variant="danger" onClick={redefinir} loading={isPending}>
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
