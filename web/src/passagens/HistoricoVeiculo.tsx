import { useInfiniteQuery } from '@tanstack/react-query';
import type { Passagem } from '@unipark/contract/passagem';
import { normalizarLeitura } from '@unipark/contract/placa';
import { Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '../lib/errors.ts';
import { part } from '../lib/parts.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailedState } from '../ui/FailedState.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useDelayed } from '../ui/useDelayed.ts';
import { historicoDoVeiculo } from './historico.ts';
import { LinhaDoTempo } from './LinhaDoTempo.tsx';
import { ResumoDoVeiculo } from './ResumoDoVeiculo.tsx';

const DetalhePassagem = part(() =>
  import('./DetalhePassagem.tsx').then((file) => file.DetalhePassagem),
);

/** One car: when it passed, and what was changed about it, by whom. */
export function HistoricoVeiculo() {
  const placa = normalizarLeitura(useParams().placa ?? '');
  const historia = useInfiniteQuery(historicoDoVeiculo(placa));
  const [aberta, setAberta] = useState<Passagem>();
  const esqueleto = useDelayed(historia.isPending);
  const { data, error, hasNextPage, isFetching } = historia;
  const itens = data?.pages.flatMap(({ items }) => items);

  return (
    <>
      <PageHeader
        title={`Histórico de ${placa}`}
        breadcrumb={[{ label: 'Histórico', to: '/historico' }, { label: placa }]}
      />
      <div className="grid gap-4 desktop:grid-cols-[400px_minmax(0,1fr)]">
        <ResumoDoVeiculo placa={placa} />
        <Panel title="Passagens e alterações">
          {esqueleto && <Skeleton height={320} />}
          {error && !itens && (
            <FailedState
              title="Não foi possível carregar o histórico."
              text={error.message}
              requestId={error instanceof ApiError ? error.pedido : undefined}
              retrying={isFetching}
              onRetry={() => historia.refetch()}
            />
          )}
          {itens?.length === 0 && (
            <EmptyState
              icon="history"
              title="Nada registrado sobre esta placa."
              text="Passagens e alterações do cadastro aparecem aqui."
            />
          )}
          {itens && <LinhaDoTempo itens={itens} onAbrir={setAberta} />}
          {hasNextPage && (
            <Button
              loading={isFetching}
              onClick={() => void historia.fetchNextPage()}
              className="self-center"
            >
              Mostrar mais
            </Button>
          )}
        </Panel>
      </div>
      <Suspense>
        {aberta && (
          <DetalhePassagem key={aberta.id} passagem={aberta} onClose={() => setAberta(undefined)} />
        )}
      </Suspense>
    </>
  );
}
