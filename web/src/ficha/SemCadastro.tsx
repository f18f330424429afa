import { useQuery } from '@tanstack/react-query';
import { gemeaPlaca, tipoPlaca } from '@unipark/contract/placa';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { veiculo } from '../veiculos/api.ts';
import { caminhoDoVeiculo } from '../veiculos/caminho.ts';

type Props = {
  placa: string;
  /** It was on show a moment ago. */
  sumiu: boolean;
};

/** Nobody registered the plate, or nobody does any more; the same car may have its other one. */
export function SemCadastro({ placa, sumiu }: Props) {
  const { data: gemea } = useQuery(veiculo(gemeaPlaca(placa) ?? ''));
  if (tipoPlaca(placa) === 'Inválida') {
    return (
      <EmptyState icon="search" title="Esta placa não existe." text="Use ABC-1234 ou ABC1D23." />
    );
  }
  if (gemea) {
    return (
      <EmptyState
        icon="car"
        title={
          sumiu
            ? `A placa deste veículo agora é ${gemea.placa}.`
            : `Este veículo está cadastrado com a placa ${gemea.placa}.`
        }
        text={`A placa ${placa} é a mesma, no outro padrão.`}
      >
        <ButtonLink to={caminhoDoVeiculo(gemea.placa)} replace variant="primary">
          Ver {gemea.placa}
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="car"
      title={
        sumiu
          ? `O veículo ${placa} não está mais no cadastro.`
          : `O veículo ${placa} não está cadastrado.`
      }
      text={sumiu ? 'Alguém o excluiu enquanto estava aberto aqui.' : undefined}
    >
      <ButtonLink
        to={`/veiculos/cadastrar?placa=${encodeURIComponent(placa)}`}
        variant="primary"
        icon="plus"
      >
        {`Cadastrar ${placa}`}
      </ButtonLink>
    </EmptyState>
  );
}
