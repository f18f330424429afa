import { Chip } from '../../ui/Chip.tsx';

/** Whether somebody has read the message. */
export function SituacaoMensagem({ lidaEm }: { lidaEm: string | null }) {
  return lidaEm === null ? (
    <Chip tone="warning" icon="bell">
      Não lida
    </Chip>
  ) : (
    <Chip icon="check">Lida</Chip>
  );
}
