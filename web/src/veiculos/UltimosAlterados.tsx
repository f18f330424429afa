import type { UseQueryResult } from '@tanstack/react-query';
import type { Veiculo } from '@unipark/contract/veiculo';
import { Link } from 'react-router';
import type { Page } from '../lib/wire/list.ts';
import { FailedQuery } from '../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { useDelayed } from '../ui/feedback/useDelayed.ts';
import { Panel } from '../ui/layout/Panel.tsx';
import { pathOfVeiculo } from './caminho.ts';
import { PlacaTexto } from './placa/PlacaTexto.tsx';
import { StatusChip } from './StatusChip.tsx';

export function UltimosAlterados({ pagina }: { pagina: UseQueryResult<Page<Veiculo>> }) {
  const { data, error } = pagina;
  const esqueleto = useDelayed(pagina.isPending);
  if (error) {
    return (
      <Panel title="Últimos alterados">
        <FailedQuery title="Não foi possível carregar os veículos." query={pagina} />
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
      to={pathOfVeiculo(placa)}
      className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 rounded-control px-2 py-2 text-text hover:bg-hover hover:no-underline"
    >
      <PlacaTexto placa={placa} className="w-24 shrink-0 text-xl" />
      <span className="min-w-0 grow basis-32 truncate font-normal">{modelo}</span>
      <StatusChip status={status} />
    </Link>
  );
}
