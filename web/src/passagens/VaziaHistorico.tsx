import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

type Props = {
  /** A term or a filter is set: there may well be passages. */
  procurou: boolean;
  onLimpar: () => void;
};

/** Nothing matches, or nobody has passed yet. */
export function VaziaHistorico({ procurou, onLimpar }: Props) {
  return procurou ? (
    <EmptyState
      icon="search"
      title="Nenhuma passagem encontrada."
      text="Confira a placa, o proprietário ou o período."
    >
      <Button onClick={onLimpar}>Limpar busca</Button>
    </EmptyState>
  ) : (
    <EmptyState
      icon="history"
      title="Nenhuma passagem registrada."
      text="Cada veículo que uma câmera ler aparece aqui, com foto e hora."
    >
      <ButtonLink to="/aovivo" variant="primary" icon="video">
        Abrir Ao Vivo
      </ButtonLink>
    </EmptyState>
  );
}
