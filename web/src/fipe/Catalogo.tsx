import { useQuery } from '@tanstack/react-query';
import { asApiError } from '../lib/errors.ts';
import { Delayed } from '../ui/Delayed.tsx';
import { FailedState } from '../ui/FailedState.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AtualizacaoCatalogo } from './AtualizacaoCatalogo.tsx';
import { situacaoQuery } from './catalogoApi.ts';
import { OcorrenciasCatalogo } from './OcorrenciasCatalogo.tsx';
import { ProvedoresCatalogo } from './ProvedoresCatalogo.tsx';
import { TabelaEmUso } from './TabelaEmUso.tsx';

/** The catalogue of makes, models and years: which one is in use, and how it stays up to date. */
export function Catalogo() {
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(situacaoQuery);
  if (!data) {
    const falha = error && asApiError(error);
    return (
      <Panel title="Catálogo">
        {falha ? (
          <FailedState
            title="Não foi possível carregar."
            text={falha.mensagem}
            requestId={falha.pedido}
            retrying={isFetching}
            onRetry={() => refetch()}
          />
        ) : (
          <Delayed>
            <Skeleton height={240} />
          </Delayed>
        )}
      </Panel>
    );
  }
  return (
    <>
      <div className="grid items-start gap-4 desktop:grid-cols-2">
        <TabelaEmUso situacao={data} />
        <AtualizacaoCatalogo situacao={data} quando={dataUpdatedAt} />
      </div>
      <ProvedoresCatalogo provedores={data.provedores} />
      <OcorrenciasCatalogo ocorrencias={data.ocorrencias} />
    </>
  );
}
