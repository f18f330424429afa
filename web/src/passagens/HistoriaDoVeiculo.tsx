import { useInfiniteQuery } from '@tanstack/react-query';
import type { Passagem } from '@unipark/contract/passagem';
import { Suspense, useState } from 'react';
import { ApiError } from '../lib/errors.ts';
import { part } from '../lib/parts.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailedState } from '../ui/FailedState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useDelayed } from '../ui/useDelayed.ts';
import { historicoDoVeiculo } from './historico.ts';
import { LinhaDoTempo } from './LinhaDoTempo.tsx';

const DetalhePassagem = part(() =>
  import('./DetalhePassagem.tsx').then((file) => file.DetalhePassagem),
);

/** When a car passed, and what was changed about it, by whom; a passage opens over the page. */
export function HistoriaDoVeiculo({ placa }: { placa: string }) {
  const historia = useInfiniteQuery(historicoDoVeiculo(placa));
  const [aberta, setAberta] = useState<Passagem>();
  const esqueleto = useDelayed(historia.isPending);
  const { data, error, hasNextPage, isFetching } = historia;
  const itens = data?.pages.flatMap(({ items }) => items);

  return (
    <>
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
      <Suspense>
        {aberta && (
          <DetalhePassagem key={aberta.id} passagem={aberta} onClose={() => setAberta(undefined)} />
        )}
      </Suspense>
    </>
  );
}
