import { useMutation, useQuery } from '@tanstack/react-query';
import { canUndoLote, type LoteVeiculos } from '@unipark/contract/loteVeiculos';
import { useState } from 'react';
import { clock } from '../../lib/time/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { FailedQuery } from '../../ui/feedback/FailedQuery.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { lotesEncerradosQuery, undoLote } from './api.ts';
import { describeFim } from './frases.ts';

const TITULO = 'Alterações em lote';

/** The last acts on many vehicles, to take one back that is found to be wrong later. */
export function UltimosAtos() {
  const consulta = useQuery(lotesEncerradosQuery);
  const { data = [], isError } = consulta;
  const { mutate: undo, isPending } = useMutation(undoLote());
  const [pergunta, setPergunta] = useState<LoteVeiculos>();
  const close = () => setPergunta(undefined);
  if (isError) {
    return (
      <Panel title={TITULO}>
        <FailedQuery title="Não foi possível carregar as alterações em lote." query={consulta} />
      </Panel>
    );
  }
  if (data.length === 0) return null;
  return (
    <Panel title={TITULO}>
      <ul className="divide-y divide-border">
        {data.map((lote) => (
          <li key={lote.id} className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 grow basis-48">{describeFim(lote)}</span>
            <span className="text-muted">{clock(lote.criado_em)}</span>
            {canUndoLote(lote) && (
              <Button icon="history" disabled={isPending} onClick={() => setPergunta(lote)}>
                Desfazer
              </Button>
            )}
          </li>
        ))}
      </ul>
      {pergunta && (
        <ConfirmDialog
          open
          icon="history"
          title="Desfazer esta alteração?"
          text={`${describeFim(pergunta)} Feita em ${clock(pergunta.criado_em)}. O que foi alterado depois fica como está.`}
          confirmLabel="Desfazer"
          busy={isPending}
          onConfirm={() => undo(pergunta.id, { onSettled: close })}
          onCancel={close}
        />
      )}
    </Panel>
  );
}
