import { useInfiniteQuery } from '@tanstack/react-query';
import type { Passagem } from '@unipark/contract/passagem';
import { Suspense, useState } from 'react';
import { useDelayed } from '../../lib/screen/useDelayed.ts';
import { part } from '../../lib/wire/parts.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { FailedQuery } from '../../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { historicoQuery } from '../historico/historico.ts';
import { LinhaDoTempo } from './LinhaDoTempo.tsx';

const DetalhePassagem = part(() =>
  import('../detalhe/DetalhePassagem.tsx').then((file) => file.DetalhePassagem),
);

export function HistoriaDoVeiculo({ placa }: { placa: string }) {
  const historia = useInfiniteQuery(historicoQuery(placa));
  const [aberta, setAberta] = useState<Passagem>();
  const esqueleto = useDelayed(historia.isPending);
  const { data, error, hasNextPage, isFetching } = historia;
  // Under the placeholder it would move when that goes.
  const itens = esqueleto ? undefined : data?.pages.flatMap(({ items }) => items);

  return (
    <>
      {esqueleto && <Skeleton height={320} />}
      {error && !data && (
        <FailedQuery title="Não foi possível carregar o histórico." query={historia} />
      )}
      {itens?.length === 0 && (
        <EmptyState
          icon="history"
          title="Nenhum registro desta placa."
          text="Passagens e alterações do cadastro aparecem aqui."
        />
      )}
      {itens && <LinhaDoTempo itens={itens} onOpen={setAberta} />}
      {itens && hasNextPage && (
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
