import { placaProcurada, tipoPlaca } from '@unipark/contract/placa';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

type Props = {
  q: string;
  /** A term or a filter is set: the register itself may well have vehicles. */
  procurou: boolean;
  onLimpar: () => void;
};

/** Nothing matches, or nothing is there yet. A term that is a plate can be registered at once. */
export function VaziaVeiculos({ q, procurou, onLimpar }: Props) {
  const placa = placaProcurada(q) ?? '';
  const ehPlaca = tipoPlaca(placa) !== 'Inválida';
  return (
    <EmptyState
      icon={procurou ? 'search' : 'car'}
      title="Nenhum veículo encontrado."
      text={
        procurou
          ? 'Confira a placa ou cadastre o veículo agora.'
          : 'Ainda não há veículos cadastrados.'
      }
    >
      {procurou && <Button onClick={onLimpar}>Limpar busca</Button>}
      <ButtonLink
        to={ehPlaca ? `/veiculos/cadastrar?placa=${placa}` : '/veiculos/cadastrar'}
        variant="primary"
        icon="plus"
      >
        {ehPlaca ? `Cadastrar ${placa}` : 'Cadastrar veículo'}
      </ButtonLink>
    </EmptyState>
  );
}
