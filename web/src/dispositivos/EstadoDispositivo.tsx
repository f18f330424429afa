import type { UseQueryResult } from '@tanstack/react-query';
import { asApiError } from '../lib/errors.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Delayed } from '../ui/Delayed.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailedState } from '../ui/FailedState.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { CAMINHO_DISPOSITIVOS } from './rotas.ts';

/** A device that is not there: not yet, not any more, or not to be had. */
export function EstadoDispositivo({ consulta }: { consulta: UseQueryResult<unknown> }) {
  const { error, isFetching, refetch } = consulta;
  if (!error) {
    return (
      <Panel as="div">
        <Delayed>
          <Skeleton height={28} width="40%" />
          <Skeleton height={160} />
        </Delayed>
      </Panel>
    );
  }
  const { status, mensagem, pedido } = asApiError(error);
  return (
    <Panel as="div">
      {status === 404 ? (
        <EmptyState icon="gate" title="Dispositivo não encontrado.">
          <ButtonLink to={CAMINHO_DISPOSITIVOS}>Ver dispositivos</ButtonLink>
        </EmptyState>
      ) : (
        <FailedState
          title="Não foi possível carregar o dispositivo."
          text={mensagem}
          requestId={pedido}
          retrying={isFetching}
          onRetry={() => refetch()}
        />
      )}
    </Panel>
  );
}
