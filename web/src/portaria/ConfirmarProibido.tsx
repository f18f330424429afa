import type { Sentido, Veredito } from '@unipark/contract/passagem';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
import { NOMES_SENTIDO } from './veredito.ts';

type ConfirmarProibidoProps = {
  veredito: Veredito | undefined;
  sentido: Sentido | undefined;
  onConfirm: (sentido: Sentido) => void;
  onCancel: () => void;
};

/** One question before the passage of a forbidden vehicle is registered. */
export function ConfirmarProibido({
  veredito,
  sentido,
  onConfirm,
  onCancel,
}: ConfirmarProibidoProps) {
  const { placa = '', veiculo = null } = veredito ?? {};
  const nome = sentido ? NOMES_SENTIDO[sentido] : '';
  return (
    <ConfirmDialog
      open={veredito !== undefined && sentido !== undefined}
      icon="ban"
      danger
      title={`Registrar ${nome} de veículo proibido?`}
      text={
        <>
          <PlacaTexto placa={placa} className="text-2xl" />
          {[veiculo?.modelo, veiculo?.motivo && `Motivo: ${veiculo.motivo}`]
            .filter(Boolean)
            .map((parte) => ` · ${parte}`)}
          . As outras pessoas conectadas recebem o alerta.
        </>
      }
      confirmLabel={`Registrar ${nome}`}
      onConfirm={() => sentido && onConfirm(sentido)}
      onCancel={onCancel}
    />
  );
}
