import { useQueryClient } from '@tanstack/react-query';
import { ConflictDialog } from '../ui/ConflictDialog.tsx';
import type { Parte } from './useParte.ts';

type Props = { parte: Parte; label: string; minha: string; atual: string };

/** Someone else changed the vehicle meanwhile: which version stays? */
export function ConflitoDaParte({ parte, label, minha, atual }: Props) {
  const client = useQueryClient();
  return (
    <ConflictDialog
      title="Este veículo foi alterado por outra pessoa"
      rows={[{ label, mine: minha, current: atual }]}
      busy={parte.enviando}
      onMine={parte.usarMinha}
      onCurrent={() => {
        parte.fechar();
        void client.invalidateQueries({ queryKey: ['passagens', 'historico'] });
      }}
    />
  );
}
