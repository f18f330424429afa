import { useMutation } from '@tanstack/react-query';
import type { LoteVeiculos, PedidoLote } from '@unipark/contract/loteVeiculos';
import { useState } from 'react';
import { cancelLote, createLote, undoLote } from './api.ts';
import type { Selecao } from './useSelecao.ts';

export type AtoPedido = Pick<PedidoLote, 'ato' | 'status' | 'motivo' | 'proprietario_matricula'>;

/** The act on the chosen vehicles: requested, shown, cancelled, and undone from its toast. */
export function useLote(selecao: Selecao) {
  const [andamento, setAndamento] = useState<LoteVeiculos>();
  /** Its vehicles that stayed as they were are shown until the person closes them. */
  const [fim, setFim] = useState<LoteVeiculos>();
  const end = { onSettled: () => setAndamento(undefined), onSuccess: setFim };
  const desfazer = useMutation(undoLote());
  const pedir = useMutation(
    createLote(({ id, ato, alterados }) =>
      ato === 'excluir' || alterados === 0
        ? undefined
        : {
            label: 'Desfazer',
            inToast: true,
            run: () => desfazer.mutate({ id, onProgress: setAndamento }, end),
          },
    ),
  );
  const cancelar = useMutation(cancelLote());
  return {
    andamento,
    isPending: pedir.isPending || desfazer.isPending,
    recusas: fim?.recusas ?? [],
    closeRecusas: () => setFim(undefined),
    start(ato: AtoPedido) {
      const pedido = { ...ato, ...selecao.alvo };
      pedir.mutate(
        { pedido, chave: crypto.randomUUID(), onProgress: setAndamento },
        {
          ...end,
          onSettled: () => {
            setAndamento(undefined);
            selecao.clear();
          },
        },
      );
    },
    cancel: () => andamento && cancelar.mutate(andamento.id),
  };
}

export type LoteEmAndamento = ReturnType<typeof useLote>;
