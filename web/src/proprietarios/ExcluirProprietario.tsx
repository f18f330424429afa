import { useMutation, useQuery } from '@tanstack/react-query';
import type { Proprietario } from '@unipark/contract/proprietario';
import { Link } from 'react-router';
import { count } from '../lib/time/format.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { removeProprietario, veiculosCountQuery } from './api.ts';

type Props = {
  proprietario: Proprietario;
  onClose: () => void;
  onFailure: (error: unknown) => void;
};

/** Asks before an owner is removed. It closes on success and on failure, as specified. */
export function ExcluirProprietario({ proprietario, onClose, onFailure }: Props) {
  const excluir = useMutation(removeProprietario());
  const confirm = () => {
    excluir.mutate(proprietario.matricula, { onError: onFailure, onSettled: onClose });
  };
  return (
    <ConfirmDialog
      open
      title="Excluir proprietário"
      text="Tem certeza que deseja remover este proprietário? Essa ação não poderá ser desfeita."
      confirmLabel="Excluir"
      cancelLabel="Cancelar"
      icon="trash"
      danger
      busy={excluir.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <QuemSai proprietario={proprietario} />
    </ConfirmDialog>
  );
}

function QuemSai({ proprietario: { matricula, nome } }: { proprietario: Proprietario }) {
  const { data: veiculos } = useQuery(veiculosCountQuery(matricula));
  return (
    <>
      <p>
        <strong>{nome}</strong> · {matricula}
      </p>
      {!!veiculos && (
        <p>
          Este proprietário possui {count(veiculos, 'veículo', 'veículos')}.{' '}
          <Link to={`/veiculos/consultar?q=${encodeURIComponent(matricula)}`}>Ver veículos</Link>
        </p>
      )}
    </>
  );
}
