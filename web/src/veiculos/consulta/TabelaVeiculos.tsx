import { isPlacaValida, parsePlaca } from '@unipark/contract/placa';
import type { Veiculo } from '@unipark/contract/veiculo';
import { useOpenOverList } from '../../lib/screen/overList.ts';
import { useDelayed } from '../../lib/screen/useDelayed.ts';
import type { ListScreen } from '../../lib/screen/useListScreen.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Spinner } from '../../ui/feedback/Spinner.tsx';
import { PagedTable } from '../../ui/table/PagedTable.tsx';
import type { RowSelection } from '../../ui/table/tableTypes.ts';
import { pathOfVeiculo } from '../caminho.ts';
import { PlacaTexto } from '../placa/PlacaTexto.tsx';
import { buildColunasVeiculos } from './colunas.tsx';

type Props = {
  lista: ListScreen<Veiculo>;
  onEdit: (veiculo: Veiculo) => void;
  onRemove: (veiculo: Veiculo) => void;
  selection: RowSelection<Veiculo>;
};

export function TabelaVeiculos({ lista, onEdit, onRemove, selection }: Props) {
  const { page, state, isNarrowed, clear } = lista;
  const openVeiculo = useOpenOverList(({ placa }: Veiculo) => pathOfVeiculo(placa));
  const esqueleto = useDelayed(page.isPending);
  const procurada = parsePlaca(state.q);
  return (
    <div className="relative">
      {esqueleto && (
        <Spinner
          label="Carregando veículos"
          size={32}
          className="absolute inset-x-0 top-32 z-10 justify-center text-primary"
        />
      )}
      <PagedTable
        caption="Veículos"
        columns={buildColunasVeiculos({ procurada, onEdit: onEdit, onRemove: onRemove })}
        list={lista}
        selection={selection}
        defaultSort="placa"
        rowKey={({ placa }) => placa}
        rowLabel={({ placa, modelo, status }) => [placa, modelo, status].filter(Boolean).join(', ')}
        onOpen={openVeiculo}
        openOnClick
        onEdit={onEdit}
        onDelete={onRemove}
        empty={<VaziaVeiculos q={state.q} procurou={isNarrowed} onClear={clear} />}
      />
    </div>
  );
}

type VaziaVeiculosProps = {
  q: string;
  /** A term or a filter is set: the register may have other vehicles. */
  procurou: boolean;
  onClear: () => void;
};

/** No match, or no vehicle yet. A term that is a plate can be registered from here. */
function VaziaVeiculos({ q, procurou, onClear }: VaziaVeiculosProps) {
  const placa = parsePlaca(q) ?? '';
  const ehPlaca = isPlacaValida(placa);
  return (
    <EmptyState
      icon={procurou ? 'search' : 'car'}
      title="Nenhum veículo encontrado."
      text={
        procurou
          ? q === ''
            ? 'Nenhum veículo tem estes filtros.'
            : 'Confira a placa ou cadastre o veículo agora.'
          : 'Ainda não há veículos cadastrados.'
      }
    >
      {procurou && <Button onClick={onClear}>Limpar busca</Button>}
      <ButtonLink
        to={ehPlaca ? `/veiculos/cadastrar?placa=${placa}` : '/veiculos/cadastrar'}
        variant="primary"
        icon="plus"
      >
        <span>Cadastrar {ehPlaca ? <PlacaTexto placa={placa} /> : 'veículo'}</span>
      </ButtonLink>
    </EmptyState>
  );
}
