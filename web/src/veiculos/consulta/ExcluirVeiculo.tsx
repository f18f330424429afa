import { useMutation } from '@tanstack/react-query';
import type { Veiculo } from '@unipark/contract/veiculo';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { removeVeiculo } from '../api.ts';
import { PlacaTexto } from '../placa/PlacaTexto.tsx';

type Props = {
  veiculo: Veiculo;
  onClose: () => void;
  onRemoved?: () => void;
  onFailure: (error: unknown) => void;
};

/** Asks before a vehicle is removed. It closes on success and on failure, as specified. */
export function ExcluirVeiculo({ veiculo, onClose, onRemoved, onFailure }: Props) {
  const excluir = useMutation(removeVeiculo());
  const confirm = () => {
    excluir.mutate(veiculo, {
      onSuccess: onRemoved,
      onError: onFailure,
      onSettled: onClose,
    });
  };
  return (
    <ConfirmDialog
      open
      title="Excluir veículo"
      text="Deseja realmente remover este veículo? Essa ação não poderá ser desfeita."
      confirmLabel="Excluir"
      cancelLabel="Cancelar"
      icon="trash"
      danger
      busy={excluir.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>
        <PlacaTexto placa={veiculo.placa} className="text-lg" />
        {veiculo.modelo && ` · ${veiculo.modelo}`}
      </p>
    </ConfirmDialog>
  );
}
