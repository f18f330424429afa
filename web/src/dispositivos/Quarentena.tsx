import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clock, count, number } from '../lib/time/format.ts';
import { Button } from '../ui/button/Button.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { FailedQuery } from '../ui/feedback/FailedQuery.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { clearQuarentena, quarentenaQuery } from './api.ts';

/** As the device's own query. */
const RENOVACAO = 10_000;

type QuarentenaProps = {
  id: string;
  total: number;
};

export function Quarentena({ id, total }: QuarentenaProps) {
  const [apos, setApos] = useState('');
  const [confirmando, setConfirmando] = useState(false);
  const consulta = useQuery({
    ...quarentenaQuery(id, apos),
    enabled: total > 0,
    // The first page follows the count above it.
    refetchInterval: apos ? false : RENOVACAO,
  });
  const limpar = useMutation({
    ...clearQuarentena,
    onSettled: () => {
      setConfirmando(false);
      setApos('');
    },
  });
  if (total === 0) {
    return (
      <Panel title="Quarentena">
        <p className="text-muted">Nenhuma mensagem recusada.</p>
      </Panel>
    );
  }
  const { data, error } = consulta;
  return (
    <Panel
      title="Quarentena"
      actions={
        <Button icon="trash" onClick={() => setConfirmando(true)}>
          Limpar
        </Button>
      }
    >
      <p className="text-sm text-muted">
        {`${count(total, 'mensagem não entendida', 'mensagens não entendidas')}.`}
      </p>
      {error && !data && (
        <FailedQuery title="Não foi possível carregar a quarentena." query={consulta} />
      )}
      <ul className="flex flex-col gap-3">
        {data?.items.map(({ id: item, motivo, recebido_em, tipo_conteudo, tamanho, corpo }) => (
          <li key={item} className="rounded-control border border-border p-3">
            <p className="font-semibold wrap-anywhere">{motivo}</p>
            <p className="text-xs text-muted">
              {[clock(recebido_em), tipo_conteudo, `${number(tamanho)} bytes`]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <details>
              <summary className="flex min-h-11 items-center text-sm text-primary">
                Ver mensagem
              </summary>
              <pre className="max-h-80 overflow-auto rounded-chip bg-bg p-3 text-xs whitespace-pre-wrap wrap-anywhere">
                {corpo}
              </pre>
            </details>
          </li>
        ))}
      </ul>
      {(apos || data?.next) && (
        <div className="flex flex-wrap gap-2">
          {apos && <Button onClick={() => setApos('')}>Mais novas</Button>}
          {data?.next && <Button onClick={() => setApos(data.next ?? '')}>Mais antigas</Button>}
        </div>
      )}
      <ConfirmDialog
        open={confirmando}
        danger
        icon="trash"
        title="Limpar quarentena"
        text="As mensagens guardadas deste dispositivo serão apagadas."
        confirmLabel="Limpar"
        busy={limpar.isPending}
        onConfirm={() => limpar.mutate(id)}
        onCancel={() => setConfirmando(false)}
      />
    </Panel>
  );
}
