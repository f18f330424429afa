import { useQuery } from '@tanstack/react-query';
import type { Painel } from '@unipark/contract/painel';
import { number } from '../lib/time/format.ts';
import { IconButton } from '../ui/button/IconButton.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { painelQuery } from './api.ts';

const TILES: readonly { key: keyof Painel; label: string; icon: IconName }[] = [
  { key: 'veiculos', label: 'Veículos', icon: 'car' },
  { key: 'proprietarios', label: 'Proprietários', icon: 'users' },
  { key: 'passagensHoje', label: 'Passagens hoje', icon: 'gate' },
  { key: 'proibidos', label: 'Proibidos', icon: 'ban' },
];

export function Counters() {
  const { data, isError, isFetching, refetch } = useQuery(painelQuery);
  return (
    <dl className="grid grid-cols-2 gap-4 desktop:grid-cols-4 max-phone:gap-3">
      {TILES.map(({ key, label, icon }) => (
        <div
          key={key}
          className="flex min-h-[104px] flex-col gap-1 rounded-panel border border-border bg-surface px-5 py-4 max-phone:px-4"
        >
          <dt className="flex items-center justify-between gap-2 text-sm font-medium text-muted">
            {label}
            <Icon name={icon} size={20} />
          </dt>
          <dd className="font-plate text-3xl/[1.2] tabular">
            {data ? (
              number(data[key])
            ) : isError ? (
              <Unknown label={label} busy={isFetching} onRetry={() => refetch()} />
            ) : (
              <Skeleton width={72} height={48} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type UnknownProps = { label: string; busy: boolean; onRetry: () => void };

function Unknown({ label, busy, onRetry }: UnknownProps) {
  return (
    <span className="flex items-center justify-between">
      <span aria-hidden="true">–</span>
      <span className="sr-only">Não foi possível carregar.</span>
      <IconButton
        icon="refresh"
        label={`Tentar novamente: ${label}`}
        loading={busy}
        onClick={onRetry}
      />
    </span>
  );
}
