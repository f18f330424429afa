import { useMutation } from '@tanstack/react-query';
import { ConflictDialog } from '../ui/ConflictDialog.tsx';
import { updateProprietario } from './api.ts';
import { type ConflitoProprietario, conflitoDe } from './conflito.ts';

type Props = {
  conflito: ConflitoProprietario;
  onClose: () => void;
  onFailure: (error: unknown) => void;
  onConflict: (conflito: ConflitoProprietario) => void;
};

/** Someone else changed the owner meanwhile: which version stays? */
export function ConflitoDeProprietario({ conflito, onClose, onFailure, onConflict }: Props) {
  const { minha, atual } = conflito;
  const editar = useMutation(updateProprietario());
  const usarMinha = () =>
    editar.mutate(
      { de: atual, corpo: minha },
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
      title="Este proprietário foi alterado por outra pessoa"
      rows={[{ label: 'Nome', mine: minha.nome, current: atual.nome }]}
      busy={editar.isPending}
      onMine={usarMinha}
      onCurrent={onClose}
    />
  );
}
