import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { Pedido } from './api.ts';
import { perguntaDe, ROTULOS } from './atos.ts';

type Props = {
  pedido: Pedido;
  proprio: boolean;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before what ends sessions, takes away, or gives much. */
export function ConfirmarAto({ pedido: { ato, usuario }, proprio, ...dialogo }: Props) {
  const pergunta = perguntaDe(ato, usuario, proprio);
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
