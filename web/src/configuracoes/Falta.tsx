import type { UseQueryResult } from '@tanstack/react-query';
import { Delayed } from '../ui/feedback/Delayed.tsx';
import { FailedQuery } from '../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';

export function Falta({ consulta }: { consulta: UseQueryResult<unknown> }) {
  return consulta.error ? (
    <FailedQuery query={consulta} />
  ) : (
    <Delayed>
      <Skeleton height={120} />
    </Delayed>
  );
}
