import { useMutation, useQuery } from '@tanstack/react-query';
import type { SessaoAberta } from '@unipark/contract/perfil';
import { useState } from 'react';
import { type DeviceKind, readAgente } from '../../lib/agente.ts';
import { useMinute } from '../../lib/time/useMinute.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { FailedQuery } from '../../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { Chip } from '../../ui/layout/Chip.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { endOutras, endSessao, sessoesQuery } from './api.ts';
import { Linha } from './Linha.tsx';
import { formatQuando } from './quando.ts';

const APARELHOS: Record<DeviceKind, { icon: IconName; nome: string; este: string }> = {
  computador: { icon: 'monitor', nome: 'Computador', este: 'Este computador' },
  celular: { icon: 'phone', nome: 'Celular', este: 'Este celular' },
  tablet: { icon: 'phone', nome: 'Tablet', este: 'Este tablet' },
  programa: { icon: 'keyboard', nome: 'Programa', este: 'Este programa' },
};

export function Sessoes() {
  const query = useQuery(sessoesQuery);
  const { data, error, refetch } = query;
  const [isAsking, setAsking] = useState(false);
  const others = useMutation(endOutras);
  const one = useMutation(endSessao);
  // A session that had already ended leaves the list after the failure.
  const end = (id: string) => one.mutate(id, { onError: () => void refetch() });
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
          {data.map((sessao) => (
            <Sessao
              key={sessao.id}
              sessao={sessao}
              busy={one.isPending && one.variables === sessao.id}
              onEnd={() => end(sessao.id)}
            />
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
      <ConfirmDialog
        open={isAsking}
        icon="logout"
        danger
        title="Encerrar as outras sessões?"
        text="Quem estiver usando a sua conta em outro aparelho terá de entrar novamente."
        confirmLabel="Encerrar as outras"
        busy={others.isPending}
        onConfirm={() => others.mutate(undefined, { onSettled: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      />
    </Panel>
  );
}

type SessaoProps = { sessao: SessaoAberta; busy: boolean; onEnd: () => void };

function Sessao({ sessao, busy, onEnd }: SessaoProps) {
  const { atual, agente, endereco, vistaEm } = sessao;
  const now = useMinute().getTime();
  const { aparelho, nome } = readAgente(agente);
  const { icon, nome: qual, este } = APARELHOS[aparelho];
  const when = atual ? 'agora' : formatQuando(vistaEm, now);
  const text = [nome, when, atual ? null : endereco].filter(Boolean).join(' · ');
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <Linha icon={icon} title={atual ? este : qual} text={text}>
        {atual ? (
          <Chip tone="positive" icon="check">
            Atual
          </Chip>
        ) : (
          <Button onClick={onEnd} loading={busy} aria-label={`Encerrar ${nome}, ${when}`}>
            Encerrar
          </Button>
        )}
      </Linha>
    </li>
  );
}
