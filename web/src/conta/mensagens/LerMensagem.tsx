import { useMutation } from '@tanstack/react-query';
import type { MensagemRecebida } from '@unipark/contract/usuario';
import { clock } from '../../lib/time/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Fact } from '../../ui/layout/Fact.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { markLida } from './api.ts';

type LerMensagemProps = {
  mensagem: MensagemRecebida;
  onClose: () => void;
};

const mailtoOf = ({ email }: MensagemRecebida): string => {
  const endereco = encodeURIComponent(email).replace('%40', '@');
  return `mailto:${endereco}?subject=${encodeURIComponent('Sua mensagem ao UNIPARK')}`;
};

export function LerMensagem({ mensagem, onClose }: LerMensagemProps) {
  const marcar = useMutation({ ...markLida, onSuccess: onClose });
  const { id, nome, email, mensagem: texto, criadaEm, lidaEm } = mensagem;
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible
      busy={marcar.isPending}
      title={<span className="wrap-anywhere">{`Mensagem de ${nome}`}</span>}
      footer={
        <>
          <ButtonLink to={mailtoOf(mensagem)}>Responder por e-mail</ButtonLink>
          {lidaEm === null ? (
            <Button variant="primary" loading={marcar.isPending} onClick={() => marcar.mutate(id)}>
              Marcar como lida
            </Button>
          ) : (
            <Button variant="primary" onClick={onClose}>
              Fechar
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Facts>
          <Fact label="E-mail">{email}</Fact>
          <Fact label="Recebida">{clock(criadaEm)}</Fact>
          {lidaEm !== null && <Fact label="Lida">{clock(lidaEm)}</Fact>}
        </Facts>
        <p className="whitespace-pre-wrap wrap-anywhere">{texto}</p>
      </div>
    </Dialog>
  );
}
