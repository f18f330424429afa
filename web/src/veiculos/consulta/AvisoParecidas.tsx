import { formatarPlaca, placaProcurada, tipoPlaca } from '@unipark/contract/placa';
import { semelhanca } from '@unipark/contract/semelhanca';
import type { Veiculo } from '@unipark/contract/veiculo';
import type { ListScreen } from '../../lib/useListScreen.ts';
import { Alert } from '../../ui/Alert.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { PlacaTexto } from '../placa/PlacaTexto.tsx';

/** Over a list that opens with plates alike: nobody registered the one that was searched for. */
export function AvisoParecidas({ lista: { state, page } }: { lista: ListScreen<Veiculo> }) {
  const procurada = placaProcurada(state.q);
  const { data, isError, isPlaceholderData } = page;
  const primeira = data?.items[0];
  if (!procurada || !primeira || data.previous || isError || isPlaceholderData) return null;
  const nivel = semelhanca(procurada, primeira.placa);
  if (nivel !== 'provavel' && nivel !== 'possivel') return null;
  return (
    <Alert
      role="status"
      action={
        tipoPlaca(procurada) !== 'Inválida' && (
          <ButtonLink to={`/veiculos/cadastrar?placa=${procurada}`} icon="plus">
            Cadastrar {procurada}
          </ButtonLink>
        )
      }
    >
      Nenhum veículo com a placa{' '}
      <PlacaTexto placa={formatarPlaca(procurada)} className="text-base" />. Placas parecidas:
    </Alert>
  );
}
