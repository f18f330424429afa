import { useMutation } from '@tanstack/react-query';
import { queryClient } from '../../lib/query.ts';
import { renewCodigos } from './api.ts';
import { CodigosDialog } from './CodigosDialog.tsx';
import { SenhaDialog } from './SenhaDialog.tsx';

type GerarCodigosProps = { withSenha: boolean; onClose: () => void };

/** A new set of recovery codes in place of the old one. */
export function GerarCodigos({ withSenha, onClose }: GerarCodigosProps) {
  const { data, mutate, isPending, error } = useMutation(renewCodigos, queryClient);
  if (data) return <CodigosDialog codigos={data.codigos} onClose={onClose} />;
  return (
    <SenhaDialog
      title="Gerar novos códigos"
      text="Os códigos de recuperação que você já tem deixam de valer."
      confirmLabel="Gerar novos"
      withSenha={withSenha}
      isPending={isPending}
      error={error}
      onConfirm={mutate}
      onClose={onClose}
    />
  );
}
