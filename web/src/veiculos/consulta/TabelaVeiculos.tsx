import { placaProcurada } from '@unipark/contract/placa';
import type { Veiculo } from '@unipark/contract/veiculo';
import type { ListScreen } from '../../lib/useListScreen.ts';
import { PagedTable } from '../../ui/PagedTable.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useDelayed } from '../../ui/useDelayed.ts';
import { colunasVeiculos } from './colunas.tsx';
import { useAbrirVeiculo } from './useAbrirVeiculo.ts';
import { VaziaVeiculos } from './VaziaVeiculos.tsx';

type Props = {
  lista: ListScreen<Veiculo>;
  onEditar: (veiculo: Veiculo) => void;
  onExcluir: (veiculo: Veiculo) => void;
};

/** The vehicle list. While it loads, a spinner turns inside the places of the rows. */
export function TabelaVeiculos({ lista, onEditar, onExcluir }: Props) {
  const { page, state, isNarrowed, clear } = lista;
  const abrir = useAbrirVeiculo();
  const esqueleto = useDelayed(page.isPending);
  const procurada = placaProcurada(state.q);
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
        columns={colunasVeiculos({ procurada, onEditar, onExcluir })}
        list={lista}
        defaultSort="placa"
        rowKey={({ placa }) => placa}
        rowLabel={({ placa, modelo, status }) => [placa, modelo, status].filter(Boolean).join(', ')}
        onOpen={abrir}
        openOnClick
        onEdit={onEditar}
        onDelete={onExcluir}
        empty={<VaziaVeiculos q={state.q} procurou={isNarrowed} onLimpar={clear} />}
      />
    </div>
  );
}
