import { useMutation, useQuery } from '@tanstack/react-query';
import { ConflictDialog } from '../../ui/ConflictDialog.tsx';
import { ficha, updateVeiculo } from '../api.ts';
import { type ConflitoVeiculo, conflitoDe } from '../conflito.ts';
import { corpoDaEdicao, mudancas } from './edicao.ts';

type Props = {
  conflito: ConflitoVeiculo;
  onClose: () => void;
  onFailure: (error: unknown) => void;
  onConflict: (conflito: ConflitoVeiculo) => void;
};

/** Someone else changed the vehicle meanwhile: which version stays? */
export function ConflitoDeVeiculo({ conflito, onClose, onFailure, onConflict }: Props) {
  const { minha, atual } = conflito;
  const motivo = useQuery(ficha(atual.placa)).data?.motivo ?? undefined;
  const editar = useMutation(updateVeiculo());
  const usarMinha = () =>
    editar.mutate(
      { de: atual, corpo: corpoDaEdicao(atual, minha) },
      {
        onSuccess: onClose,
        onError: (error) => {
          const outro = conflitoDe(error, minha);
          if (outro) return onConflict(outro);
          onClose();
          onFailure(error);
        },
      },
    );
  return (
    <ConflictDialog
      title="Este veículo foi alterado por outra pessoa"
      rows={mudancas(atual, minha, motivo).map(({ rotulo, antes, depois }) => ({
        label: rotulo,
        mine: depois,
        current: antes,
      }))}
      busy={editar.isPending}
      onMine={usarMinha}
      onCurrent={onClose}
    />
  );
}
