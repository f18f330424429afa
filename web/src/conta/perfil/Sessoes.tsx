import { useMutation, useQuery } from '@tanstack/react-query';
import type { SessaoAberta } from '@unipark/contract/perfil';
import { Suspense, useState } from 'react';
import { readAgente } from '../../lib/agente.ts';
import { part } from '../../lib/wire/parts.ts';
import { Button } from '../../ui/button/Button.tsx';
import { FailedQuery } from '../../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { endOutras, endSessoes, sessoesQuery } from './api.ts';
import { GrupoSessoes } from './GrupoSessoes.tsx';

const ConfirmDialog = part(() =>
  import('../../ui/dialog/ConfirmDialog.tsx').then((file) => file.ConfirmDialog),
);

export function Sessoes() {
  const query = useQuery(sessoesQuery);
  const { data, error, refetch } = query;
  const [isAsking, setAsking] = useState(false);
  const others = useMutation(endOutras);
  const chosen = useMutation(endSessoes);
  // Of several, some may have ended before the failure.
  const end = (ids: string[]) => chosen.mutate(ids, { onError: () => void refetch() });
  const ending = chosen.isPending ? chosen.variables : [];
  const hasOthers = data?.some(({ atual }) => !atual) ?? false;

  return (
    <Panel
      title="Sessões abertas"
      actions={
        hasOthers && (
          <Button variant="ghost" className="text-danger! -mr-4" onClick={() => setAsking(true)}>
            Encerrar as outras
          </Button>
        )
      }
    >
      {data ? (
        <ul className="divide-y divide-border">
          {groupSessoes(data).map(([qual, grupo]) => (
            <GrupoSessoes key={qual} sessoes={grupo} ending={ending} onEnd={end} />
          ))}
        </ul>
      ) : error ? (
        <FailedQuery title="Não foi possível carregar as sessões" query={query} />
      ) : (
        <div aria-busy="true" className="flex flex-col gap-3">
          <Skeleton height={44} />
          <Skeleton height={44} />
        </div>
      )}
      <Suspense>
        {isAsking && (
          <ConfirmDialog
            open
            icon="logout"
            danger
            title="Encerrar as outras sessões?"
            text="Quem estiver usando a sua conta em outro aparelho terá de entrar novamente."
            confirmLabel="Encerrar as outras"
            busy={others.isPending}
            onConfirm={() => others.mutate(undefined, { onSettled: () => setAsking(false) })}
            onCancel={() => setAsking(false)}
          />
        )}
      </Suspense>
    </Panel>
  );
}

/** By browser and system, in the order of the list; the current session is alone. */
function groupSessoes(sessoes: SessaoAberta[]): [qual: string, SessaoAberta[]][] {
  const grupos = new Map<string, SessaoAberta[]>();
  for (const sessao of sessoes) {
    const { aparelho, nome } = readAgente(sessao.agente);
    const qual = sessao.atual ? '' : `${aparelho} ${nome}`;
    grupos.set(qual, [...(grupos.get(qual) ?? []), sessao]);
  }
  return [...grupos];
}
