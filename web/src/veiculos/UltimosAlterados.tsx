import type { UseQueryResult } from '@tanstack/react-query';
import type { Veiculo } from '@unipark/contract/veiculo';
import { Link } from 'react-router';
import { ApiError } from '../lib/http.ts';
import type { Page } from '../lib/list.ts';
import { FailedState } from '../ui/FailedState.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useDelayed } from '../ui/useDelayed.ts';
import { caminhoDoVeiculo } from './caminho.ts';
import { PlacaTexto } from './placa/PlacaTexto.tsx';
import { StatusChip } from './StatusChip.tsx';

/** The vehicles that somebody has just worked on, each one press away from its page. */
export function UltimosAlterados({ pagina }: { pagina: UseQueryResult<Page<Veiculo>> }) {
  const { data, error, isFetching, refetch } = pagina;
  const esqueleto = useDelayed(pagina.isPending);
  if (error) {
    return (
      <Panel title="Últimos alterados">
        <FailedState
          title="Não foi possível carregar os veículos."
          text={error.message}
          requestId={error instanceof ApiError ? error.pedido : undefined}
          retrying={isFetching}
          onRetry={() => refetch()}
        />
      </Panel>
    );
  }
  if (data ? data.items.length === 0 : !esqueleto) return null;
  return (
    <Panel title="Últimos alterados">
      <ul aria-busy={!data} className="divide-y divide-border">
        {data?.items.map((veiculo) => (
          <li key={veiculo.placa}>
            <Linha veiculo={veiculo} />
          </li>
        )) ?? (
          <li>
            <Skeleton height={240} />
          </li>
        )}
      </ul>
    </Panel>
  );
}

function Linha({ veiculo: { placa, modelo, status } }: { veiculo: Veiculo }) {
  return (
    <Link
      to={caminhoDoVeiculo(placa)}
      className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 rounded-control px-2 py-2 text-text hover:bg-hover hover:no-underline"
    >
      <PlacaTexto placa={placa} className="w-24 shrink-0 text-xl" />
      <span className="min-w-0 grow basis-32 truncate font-normal">{modelo}</span>
      <StatusChip status={status} />
    </Link>
  );
}
