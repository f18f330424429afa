import { useMutation, useQuery } from '@tanstack/react-query';
import { canUndoLote, type LoteVeiculos, type PedidoLote } from '@unipark/contract/loteVeiculos';
import { useEffect, useState } from 'react';
import type { NoticeAction } from '../../lib/screen/notices.ts';
import { useStore } from '../../lib/store.ts';
import { useAttemptKey } from '../../lib/wire/attempt.ts';
import { isApiError } from '../../lib/wire/errors.ts';
import { cancelLote, createLote, lotesAbertosQuery, showLote, undoLote } from './api.ts';
import { andamento, isNovo } from './seguir.ts';
import type { Selecao } from './useSelecao.ts';

export type AtoPedido = Pick<PedidoLote, 'ato' | 'status' | 'motivo' | 'proprietario_matricula'>;

/** The act on the chosen vehicles: requested, shown, cancelled, and undone from its toast. */
export function useLote(selecao: Selecao) {
  const atual = useStore(andamento);
  const tentativa = useAttemptKey();
  /** Its vehicles that stayed as they were are shown until the person closes them. */
  const [fim, setFim] = useState<LoteVeiculos>();
  const { mutate: undo, isPending: desfazendo } = useMutation(undoLote());
  const offerUndo = (lote: LoteVeiculos): NoticeAction | undefined =>
    canUndoLote(lote)
      ? { label: 'Desfazer', inToast: true, run: () => undo(lote.id, { onSuccess: setFim }) }
      : undefined;
  const { mutate: request, isPending: pedindo } = useMutation(createLote(offerUndo));
  const { mutate: show, isPending: mostrando } = useMutation(showLote(offerUndo));
  const { mutate: cancel } = useMutation(cancelLote());
  const isPending = pedindo || desfazendo || mostrando || atual !== undefined;

  const novo = useQuery(lotesAbertosQuery).data?.find(isNovo);
  useEffect(() => {
    if (novo && !isPending && isNovo(novo)) show(novo, { onSuccess: setFim });
  }, [novo, isPending, show]);

  return {
    andamento: atual,
    isPending,
    recusas: fim?.recusas ?? [],
    closeRecusas: () => setFim(undefined),
    start(ato: AtoPedido) {
      const pedido = { ...ato, ...selecao.alvo };
      request(
        { pedido, chave: tentativa.keyFor(pedido) },
        {
          onSuccess(lote) {
            tentativa.done();
            selecao.clear();
            setFim(lote);
          },
          // The vehicles are others than those that were chosen.
          onError: (error) =>
            isApiError(error) && error.codigo === 'contagem-mudou' && selecao.clear(),
        },
      );
    },
    cancel: () => atual && cancel(atual.id),
  };
}

export type LoteEmAndamento = ReturnType<typeof useLote>;
