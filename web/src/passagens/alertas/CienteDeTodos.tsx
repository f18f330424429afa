import { useMutation } from '@tanstack/react-query';
import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { acknowledgeAlertas } from '../api.ts';

/** What the person saw when the question opened: an alarm that comes later stays open. */
type SeenAlertas = { quantos: number; ate: string };

export function CienteDeTodos({ abertos }: { abertos: readonly UltimoVeiculo[] }) {
  const [vistos, setVistos] = useState<SeenAlertas>();
  const { mutateAsync, isPending } = useMutation(acknowledgeAlertas);
  const close = () => setVistos(undefined);
  const ask = () => {
    // A change of the register raises an alarm on an older passage: the first is not the newest.
    const ate = abertos.map(({ alerta }) => alerta?.em ?? '').reduce((a, b) => (a > b ? a : b), '');
    setVistos({ quantos: abertos.length, ate });
  };
  return (
    <>
      <button
        type="button"
        className="alerta-todos"
        aria-haspopup="dialog"
        aria-label="Ciente de todos"
        onClick={ask}
      >
        <span className="alerta-todos-inteiro">Ciente de todos</span>
        <span className="alerta-todos-curto">Todos</span>
      </button>
      {vistos && (
        <ConfirmDialog
          open
          icon="check"
          title="Ciente de todos os alertas?"
          text={`Os ${vistos.quantos} alertas abertos serão encerrados em todas as telas, com o seu nome.`}
          confirmLabel="Ciente de todos"
          busy={isPending}
          onConfirm={() => void mutateAsync(vistos.ate).then(close, close)}
          onCancel={close}
        />
      )}
    </>
  );
}
