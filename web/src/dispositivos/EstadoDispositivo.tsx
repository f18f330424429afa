import type { UseQueryResult } from '@tanstack/react-query';
import { asApiError } from '../lib/wire/errors.ts';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { Delayed } from '../ui/feedback/Delayed.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { FailedQuery } from '../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { CAMINHO_DISPOSITIVOS } from './rotas.ts';

export function EstadoDispositivo({ consulta }: { consulta: UseQueryResult<unknown> }) {
  const { error } = consulta;
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
  return (
    <Panel as="div">
      {asApiError(error).status === 404 ? (
        <EmptyState icon="gate" title="Dispositivo não encontrado.">
          <ButtonLink to={CAMINHO_DISPOSITIVOS}>Ver dispositivos</ButtonLink>
        </EmptyState>
      ) : (
        <FailedQuery title="Não foi possível carregar o dispositivo." query={consulta} />
      )}
    </Panel>
  );
}
