import type { UseQueryResult } from '@tanstack/react-query';
import { asApiError } from '../lib/errors.ts';
import { Delayed } from '../ui/Delayed.tsx';
import { FailedState } from '../ui/FailedState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** In the place of what has not come, or did not. */
export function Falta({ consulta }: { consulta: UseQueryResult<unknown> }) {
  const { error, isFetching, refetch } = consulta;
  if (!error) {
    return (
      <Delayed>
        <Skeleton height={120} />
      </Delayed>
    );
  }
  const { mensagem, pedido } = asApiError(error);
  return (
    <FailedState
      title="Não foi possível carregar."
      text={mensagem}
      requestId={pedido}
      retrying={isFetching}
      onRetry={() => refetch()}
    />
  );
}
