import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import type { ActionRequest } from './api.ts';
import { findPergunta, ROTULOS } from './atos.ts';

type Props = {
  pedido: ActionRequest;
  proprio: boolean;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before an act that ends sessions, deletes, or gives rights. */
export function ConfirmarAto({ pedido: { ato, usuario }, proprio, ...dialogo }: Props) {
  const pergunta = findPergunta(ato, usuario, proprio);
  if (!pergunta) return null;
  return (
    <ConfirmDialog
      {...dialogo}
      open
      danger={pergunta.perigo}
      icon={pergunta.perigo ? 'warning' : 'users'}
      title={pergunta.titulo}
      text={pergunta.texto}
      confirmLabel={ROTULOS[ato]}
    />
  );
}
