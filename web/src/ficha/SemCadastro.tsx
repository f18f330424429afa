import { useQuery } from '@tanstack/react-query';
import { findGemea, isPlacaValida } from '@unipark/contract/placa';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { veiculoQuery } from '../veiculos/api.ts';
import { pathOfVeiculo } from '../veiculos/caminho.ts';
import { FraseComPlacas } from '../veiculos/placa/FraseComPlacas.tsx';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';

type Props = {
  placa: string;
  /** The vehicle was on screen and has been deleted. */
  sumiu: boolean;
};

/** For a plate that is not registered; the same car may be registered under its other plate. */
export function SemCadastro({ placa, sumiu }: Props) {
  const { data: gemea } = useQuery(veiculoQuery(findGemea(placa) ?? ''));
  if (!isPlacaValida(placa)) {
    return (
      <EmptyState icon="search" title="Esta placa não é válida." text="Use ABC-1234 ou ABC1D23." />
    );
  }
  if (gemea) {
    return (
      <EmptyState
        icon="car"
        title={
          <>
            {sumiu ? 'A placa deste veículo agora é ' : 'Este veículo está cadastrado com a placa '}
            <PlacaTexto placa={gemea.placa} />.
          </>
        }
        text={<FraseComPlacas texto={`A placa ${placa} é a mesma, no outro padrão.`} />}
      >
        <ButtonLink to={pathOfVeiculo(gemea.placa)} replace variant="primary">
          <span>
            Ver <PlacaTexto placa={gemea.placa} />
          </span>
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="car"
      title={
        <>
          O veículo <PlacaTexto placa={placa} />{' '}
          {sumiu ? 'não está mais no cadastro.' : 'não está cadastrado.'}
        </>
      }
      text={sumiu ? 'Ele foi excluído enquanto esta tela estava aberta.' : undefined}
    >
      <ButtonLink
        to={`/veiculos/cadastrar?placa=${encodeURIComponent(placa)}`}
        variant="primary"
        icon="plus"
      >
        <span>
          Cadastrar <PlacaTexto placa={placa} />
        </span>
      </ButtonLink>
    </EmptyState>
  );
}
