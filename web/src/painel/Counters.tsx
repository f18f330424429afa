import { useQuery } from '@tanstack/react-query';
import { TETO_CONTAGEM } from '@unipark/contract/lista';
import type { Painel } from '@unipark/contract/painel';
import { Link } from 'react-router';
import { number } from '../lib/time/format.ts';
import { IconButton } from '../ui/button/IconButton.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { painelQuery } from './api.ts';

type Tile = {
  key: 'veiculos' | 'proprietarios' | 'passagensHoje' | 'proibidos';
  label: string;
  icon: IconName;
  /** The second line: what the number means now. */
  meaning: (painel: Painel) => string;
  /** The list behind the meaning, while it counts something. */
  listOf?: (painel: Painel) => string | undefined;
};

/** Counts stop above the ceiling. */
const upToCeiling = (total: number): string =>
  total > TETO_CONTAGEM ? `mais de ${number(TETO_CONTAGEM)}` : number(total);

const amount = (total: number, none: string, one: string, many: string): string =>
  total === 0 ? none : `${upToCeiling(total)} ${total === 1 ? one : many}`;

const news = (total: number) =>
  amount(total, 'nenhum novo esta semana', 'novo esta semana', 'novos esta semana');

function describeDay({ passagensHoje, agoraDentro }: Painel): string {
  if (agoraDentro) return `agora dentro: ${number(agoraDentro)}`;
  if (passagensHoje === 0) return 'nenhuma até agora';
  return agoraDentro === null ? 'sem entrada ou saída' : 'agora dentro: 0';
}

const TILES: readonly Tile[] = [
  { key: 'veiculos', label: 'Veículos', icon: 'car', meaning: (p) => news(p.veiculosNovos) },
  {
    key: 'proprietarios',
    label: 'Proprietários',
    icon: 'users',
    meaning: (p) => news(p.proprietariosNovos),
  },
  {
    key: 'passagensHoje',
    label: 'Passagens hoje',
    icon: 'gate',
    meaning: describeDay,
    listOf: ({ agoraDentro }) => (agoraDentro ? '/historico?situacao=dentro' : undefined),
  },
  {
    key: 'proibidos',
    label: 'Proibidos',
    icon: 'ban',
    meaning: (p) => amount(p.proibidosHoje, 'nenhum visto hoje', 'visto hoje', 'vistos hoje'),
  },
];

export function Counters() {
  const { data, isError, isFetching, refetch } = useQuery(painelQuery);
  return (
    <dl className="grid grid-cols-2 gap-4 desktop:grid-cols-4 max-phone:gap-3">
      {TILES.map(({ key, label, icon, meaning, listOf }) => (
        <div
          key={key}
          className="flex min-h-[116px] flex-col rounded-panel border border-border bg-surface px-5 py-4 short:min-h-[108px] short:py-3 max-phone:min-h-34 max-phone:px-4"
        >
          <dt className="flex items-center justify-between gap-2 text-sm font-medium text-muted">
            {label}
            <Icon name={icon} size={20} />
          </dt>
          {data ? (
            <>
              <dd className="mt-1 text-[2rem]/[1.25] font-bold tracking-tight tabular">
                {key === 'proibidos' && data[key] > TETO_CONTAGEM
                  ? `${number(TETO_CONTAGEM)}+`
                  : number(data[key])}
              </dd>
              <dd className="text-xs text-muted">
                <Meaning text={meaning(data)} to={listOf?.(data)} />
              </dd>
            </>
          ) : (
            <dd className="mt-1 text-[2rem]/[1.25]">
              {isError ? (
                <Unknown label={label} busy={isFetching} onRetry={() => refetch()} />
              ) : (
                <Skeleton width={72} height={40} />
              )}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

const Meaning = ({ text, to }: { text: string; to: string | undefined }) =>
  to ? <Link to={to}>{text}</Link> : text;

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
