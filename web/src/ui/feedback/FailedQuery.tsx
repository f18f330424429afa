import type { ReactNode } from 'react';
import { asApiError } from '../../lib/wire/errors.ts';
import { FailedState } from './FailedState.tsx';

type FailedQueryProps = {
  title?: ReactNode;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
};

/** A failed query: the sentence of its error, another try, and the number for support. */
export function FailedQuery({ title = 'Não foi possível carregar.', query }: FailedQueryProps) {
  const { mensagem, pedido } = asApiError(query.error);
  return (
    <FailedState
      title={title}
      text={mensagem}
      requestId={pedido}
      retrying={query.isFetching}
      onRetry={() => query.refetch()}
    />
  );
}
