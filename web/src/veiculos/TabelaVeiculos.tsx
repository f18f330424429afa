import type { UseQueryResult } from '@tanstack/react-query';
import { canonica, digitarPlaca } from '@unipark/contract/placa';
import type { Veiculo } from '@unipark/contract/veiculo';
import { ApiError } from '../lib/http.ts';
import type { Page } from '../lib/list.ts';
import { type ListChange, type ListState, useIsEmpty } from '../lib/urlState.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { FailedState } from '../ui/FailedState.tsx';
import { Pager } from '../ui/Pager.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useDelayed } from '../ui/useDelayed.ts';
import { colunasVeiculos } from './colunas.tsx';
import { VaziaVeiculos } from './VaziaVeiculos.tsx';

type Props = {
  pagina: UseQueryResult<Page<Veiculo>>;
  estado: ListState;
  mudar: (mudanca: ListChange) => void;
  onLimpar: () => void;
  onEditar: (veiculo: Veiculo) => void;
  onExcluir: (veiculo: Veiculo) => void;
};

/** The four faces of the vehicle list: loading, empty, failed, full. */
export function TabelaVeiculos(props: Props) {
  const { pagina, estado, mudar, onLimpar, onEditar, onExcluir } = props;
  const esqueleto = useDelayed(pagina.isPending);
  const { data, error } = pagina;
  const vazia = useIsEmpty(pagina);
  const lista = error ? [] : (data?.items ?? []);
  const procurou = estado.q !== '' || Object.values(estado.filtros).some(Boolean);

  return (
    <div className="relative">
      {esqueleto && (
        <Spinner
          label="Carregando veículos"
          size={32}
          className="absolute inset-x-0 top-32 z-10 justify-center text-primary"
        />
      )}
      <DataTable
        caption="Veículos"
        columns={colunasVeiculos({
          procurada: canonica(digitarPlaca(estado.q)),
          onEditar,
          onExcluir,
        })}
        rows={lista}
        rowKey={({ placa }) => placa}
        rowLabel={({ placa, modelo, status }) => [placa, modelo, status].filter(Boolean).join(', ')}
        sort={estado.ordem || 'placa'}
        onSort={(ordem) => mudar({ ordem })}
        onOpen={onEditar}
        onEdit={onEditar}
        onDelete={onExcluir}
        loading={esqueleto}
        empty={
          error ? (
            <FailedState
              title="Não foi possível carregar a lista."
              text={error.message}
              requestId={error instanceof ApiError ? error.pedido : undefined}
              retrying={pagina.isFetching}
              onRetry={() => pagina.refetch()}
            />
          ) : (
            vazia && <VaziaVeiculos q={estado.q} procurou={procurou} onLimpar={onLimpar} />
          )
        }
        footer={
          data &&
          !error &&
          (lista.length > 0 || data.previous) && (
            <Pager
              previous={data.previous !== undefined}
              next={data.next !== undefined}
              onPrevious={() => mudar({ antes: data.previous })}
              onNext={() => mudar({ apos: data.next })}
              limit={estado.limite}
              onLimit={(limite) => mudar({ limite })}
            />
          )
        }
      />
    </div>
  );
}
