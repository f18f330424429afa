import { useMutation } from '@tanstack/react-query';
import type { ChaveAcesso } from '@unipark/contract/perfil';
import { queryClient } from '../../lib/query.ts';
import { removeChave, removeTotp } from './api.ts';
import { SenhaDialog } from './SenhaDialog.tsx';

type RetirarProps = { withSenha: boolean; onClose: () => void };

const OTHERS = 'As outras sessões da conta são encerradas.';

export function DesativarTotp({ withSenha, onClose }: RetirarProps) {
  const { mutate, isPending, error } = useMutation(removeTotp, queryClient);
  return (
    <SenhaDialog
      danger
      title="Desativar o aplicativo autenticador?"
      text={`O código do aplicativo deixa de ser pedido. ${OTHERS}`}
      confirmLabel="Desativar"
      withSenha={withSenha}
      isPending={isPending}
      error={error}
      onConfirm={(senha) => mutate(senha, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

export function ExcluirChave({ chave, withSenha, onClose }: RetirarProps & { chave: ChaveAcesso }) {
  const { id, nome } = chave;
  const { mutate, isPending, error } = useMutation(removeChave, queryClient);
  return (
    <SenhaDialog
      danger
      title="Excluir chave de acesso?"
      text={`"${nome}" deixa de entrar nesta conta. ${OTHERS}`}
      confirmLabel="Excluir"
      withSenha={withSenha}
      isPending={isPending}
      error={error}
      onConfirm={(senha) => mutate({ id, senha }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
