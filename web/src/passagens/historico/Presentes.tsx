import { useMutation } from '@tanstack/react-query';
import type { Passagem } from '@unipark/contract/passagem';
import { useState } from 'react';
import { useAttemptKey } from '../../lib/wire/attempt.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { PlacaTexto } from '../../veiculos/placa/PlacaTexto.tsx';
import { registerSaida, undoSaida } from '../api.ts';

/** The exits that a person marks in the list of the cars inside. */
export function useSaidas() {
  const tentativa = useAttemptKey();
  const registrar = useMutation(registerSaida);
  const desfazer = useMutation(undoSaida);
  const [marcada, setMarcada] = useState<{ id: string; placa: string }>();
  return {
    marcada,
    busy: registrar.isPending || desfazer.isPending,
    mark({ id, placa }: Passagem) {
      const chave = tentativa.keyFor(id);
      registrar.mutate(
        { placa, chave },
        { onSuccess: ({ data }) => setMarcada({ id: data.id, placa }) },
      );
    },
    undo() {
      if (!marcada) return;
      tentativa.done();
      desfazer.mutate(marcada.id, { onSuccess: () => setMarcada(undefined) });
    },
    close: () => setMarcada(undefined),
  };
}

/** 'à meia-noite', 'às 4 h', 'às 4 h 30' */
const formatRecomeco = (hora = '00:00'): string => {
  const [h, min] = hora.split(':').map(Number);
  if (!h && !min) return 'à meia-noite';
  return `${h === 1 || h === 0 ? 'à' : 'às'} ${h} h${min ? ` ${min}` : ''}`;
};

/** What the list of the cars inside is made of, and the exit that was marked last. */
export function AvisoPresentes({ saidas }: { saidas: ReturnType<typeof useSaidas> }) {
  const { marcada, busy, undo, close } = saidas;
  if (!marcada) {
    return (
      <Alert>
        Pela última passagem com sentido de cada veículo; a contagem recomeça{' '}
        {formatRecomeco(document.documentElement.dataset.dentroHora)}. Se alguém saiu sem ser visto,
        marque a saída. Passagens sem placa legível não contam.
      </Alert>
    );
  }
  return (
    <Alert
      tone="success"
      role="status"
      onClose={close}
      action={
        <Button loading={busy} onClick={undo}>
          Desfazer
        </Button>
      }
    >
      Saída de <PlacaTexto placa={marcada.placa} /> registrada.
    </Alert>
  );
}
