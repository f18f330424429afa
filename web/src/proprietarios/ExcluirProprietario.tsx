import { useMutation, useQuery } from '@tanstack/react-query';
import type { Proprietario } from '@unipark/contract/proprietario';
import { useNavigate } from 'react-router';
import { count } from '../lib/time/format.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { pathOfVeiculos, removeProprietario, veiculosCountQuery } from './api.ts';

type Props = {
  proprietario: Proprietario & { veiculos?: number };
  onClose: () => void;
  onRemoved?: () => void;
  onFailure: (error: unknown) => void;
};

/**
 * Asks before an owner is removed. It closes on success and on failure, as specified. An owner with
 * vehicles cannot be removed: the dialog leads to them.
 */
export function ExcluirProprietario({ proprietario, onClose, onRemoved, onFailure }: Props) {
  const { matricula, nome } = proprietario;
  const navigate = useNavigate();
  const excluir = useMutation(removeProprietario());
  const { data: contados } = useQuery(veiculosCountQuery(matricula));
  const veiculos = contados ?? proprietario.veiculos ?? 0;
  const tem = veiculos > 0;
  const remove = () => {
    excluir.mutate(proprietario, {
      onSuccess: onRemoved,
      onError: onFailure,
      onSettled: onClose,
    });
  };
  const showVeiculos = () => {
    onClose();
    navigate(pathOfVeiculos(matricula));
  };
  return (
    <ConfirmDialog
      open
      title="Excluir proprietário"
      text={
        tem
          ? `Este proprietário possui ${count(veiculos, 'veículo', 'veículos')}. Transfira ou exclua ${veiculos === 1 ? 'o veículo' : 'os veículos'} antes de excluir o proprietário.`
          : 'Tem certeza que deseja remover este proprietário? Essa ação não poderá ser desfeita.'
      }
      confirmLabel={tem ? 'Ver veículos' : 'Excluir'}
      cancelLabel="Cancelar"
      icon={tem ? 'car' : 'trash'}
      danger={!tem}
      busy={excluir.isPending}
      onConfirm={tem ? showVeiculos : remove}
      onCancel={onClose}
    >
      <p>
        <strong>{nome}</strong> · {matricula}
      </p>
    </ConfirmDialog>
  );
}
