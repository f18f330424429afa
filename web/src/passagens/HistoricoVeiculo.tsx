import { useQuery } from '@tanstack/react-query';
import type { Passagem } from '@unipark/contract/passagem';
import { normalizarLeitura } from '@unipark/contract/placa';
import { Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '../lib/errors.ts';
import { part } from '../lib/parts.ts';
import { useIsEmpty, useListState } from '../lib/urlState.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailedState } from '../ui/FailedState.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Pager } from '../ui/Pager.tsx';
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
  const [{ limite, apos, antes }, mudar] = useListState();
  const pagina = useQuery(
    historicoDoVeiculo(placa, { limite, ...(apos && { apos }), ...(antes && { antes }) }),
  );
  const [aberta, setAberta] = useState<Passagem>();
  const esqueleto = useDelayed(pagina.isPending);
  const vazia = useIsEmpty(pagina);
  const { data, error } = pagina;

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
          {error && (
            <FailedState
              title="Não foi possível carregar o histórico."
              text={error.message}
              requestId={error instanceof ApiError ? error.pedido : undefined}
              retrying={pagina.isFetching}
              onRetry={() => pagina.refetch()}
            />
          )}
          {vazia && (
            <EmptyState
              icon="history"
              title="Nada registrado sobre esta placa."
              text="Passagens e alterações do cadastro aparecem aqui."
            />
          )}
          {data && !error && <LinhaDoTempo itens={data.items} onAbrir={setAberta} />}
          {data && !error && (data.next || data.previous) && (
            <Pager
              previous={data.previous !== undefined}
              next={data.next !== undefined}
              onPrevious={() => mudar({ antes: data.previous })}
              onNext={() => mudar({ apos: data.next })}
              limit={limite}
              onLimit={(novo) => mudar({ limite: novo })}
            />
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
