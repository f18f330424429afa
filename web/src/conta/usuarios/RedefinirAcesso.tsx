import { useMutation } from '@tanstack/react-query';
import type { Usuario } from '@unipark/contract/usuario';
import { Button } from '../../ui/button/Button.tsx';
import { OnceDialog } from '../../ui/dialog/OnceDialog.tsx';
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
    <OnceDialog
      title="Redefinir acesso"
      description={`${usuario.nome} · ${usuario.email}`}
      pending={isPending}
      once={link && <LinkUmaVez link={link} paraQuem={usuario.nome} validade="em até 30 minutos" />}
      onClose={onClose}
      onCtrlEnter={reset}
      actions={
        <Button variant="danger" onClick={reset} loading={isPending}>
          Redefinir acesso
        </Button>
      }
    >
      <p>
        {`A senha de ${usuario.nome} deixa de valer e as sessões abertas terminam. A pessoa escolhe outra por um link de 30 minutos, enviado ao e-mail dela ou, sem envio de e-mails, mostrado aqui. O segundo fator continua.`}
      </p>
    </OnceDialog>
  );
}
