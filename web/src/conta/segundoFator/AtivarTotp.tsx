import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../lib/query.ts';
import { startTotp } from './api.ts';
import { CodigosDialog } from './CodigosDialog.tsx';
import { ConfirmarTotp } from './ConfirmarTotp.tsx';
import { SenhaDialog } from './SenhaDialog.tsx';

type AtivarTotpProps = { withSenha: boolean; onClose: () => void };

/** Password, secret and first code, recovery codes: each a step of its own. */
export function AtivarTotp({ withSenha, onClose }: AtivarTotpProps) {
  const [codigos, setCodigos] = useState<readonly string[]>();
  const { data, mutate, isPending, error } = useMutation(startTotp, queryClient);

  if (codigos) return <CodigosDialog codigos={codigos} onClose={onClose} />;
  if (data) return <ConfirmarTotp totp={data} onDone={setCodigos} onClose={onClose} />;
  return (
    <SenhaDialog
      title="Aplicativo autenticador"
      text="Um aplicativo no celular passa a mostrar um código novo a cada 30 segundos, pedido depois da senha."
      confirmLabel="Continuar"
      withSenha={withSenha}
      isPending={isPending}
      error={error}
      onConfirm={mutate}
      onClose={onClose}
    />
  );
}
