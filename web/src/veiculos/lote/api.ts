import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { LoteVeiculos, type PedidoLote } from '@unipark/contract/loteVeiculos';
import * as z from 'zod/mini';
import type { NoticeAction } from '../../lib/screen/notices.ts';
import { isApiError, isPassing } from '../../lib/wire/errors.ts';
import { api } from '../../lib/wire/http.ts';
import { queryClient, serverSentence } from '../../lib/wire/query.ts';
import { MOSTRAM } from '../api.ts';
import { describeDesfeito, describeFeito, describeFim } from './frases.ts';
import { BASE_LOTE, followLote } from './seguir.ts';

/** The acts of this account that the server is doing: asked for by a page that opens or is looked at. */
export const lotesAbertosQuery = queryOptions({
  queryKey: ['lotes', 'abertos'],
  gcTime: 0,
  staleTime: 0,
  queryFn: async ({ signal }) =>
    (await api('GET', BASE_LOTE, { signal, schema: z.array(LoteVeiculos) })).data,
});

/** The last acts that ended: some can still be taken back. */
export const lotesEncerradosQuery = queryOptions({
  queryKey: ['veiculos', 'lotes'],
  queryFn: async ({ signal }) => {
    const query = { situacao: 'encerrados' };
    return (await api('GET', BASE_LOTE, { query, signal, schema: z.array(LoteVeiculos) })).data;
  },
});

/** After a failure the list on screen is not the server's, and the act may be going on. */
function reloadLists(error: unknown): void {
  void queryClient.invalidateQueries({ queryKey: ['lotes', 'abertos'] });
  // Without an answer the list would be lost too.
  if (isApiError(error) && error.status > 0)
    void queryClient.invalidateQueries({ queryKey: ['veiculos'] });
}

/** A lost answer: the same key again is the same act. */
const AGAIN = {
  retry: (failures: number, error: Error) => failures < 2 && isPassing(error),
  retryDelay: 1_000,
};

interface LoteRequest {
  pedido: PedidoLote;
  chave: string;
}

/** Requests an act on many vehicles and answers it at its end. */
export const createLote = (undo: (lote: LoteVeiculos) => NoticeAction | undefined) =>
  mutationOptions({
    mutationFn: async ({ pedido, chave }: LoteRequest) => {
      try {
        const body = pedido;
        const { data } = await api('POST', BASE_LOTE, {
          ...{ body, idempotencyKey: chave, schema: LoteVeiculos },
        });
        return await followLote(data);
      } catch (error) {
        reloadLists(error);
        throw error;
      }
    },
    ...AGAIN,
    meta: {
      success: describeFeito,
      onSuccess: undo,
      failure: serverSentence('Erro ao alterar os veículos.'),
      invalidates: MOSTRAM,
    },
  });

/** Shows an act that was requested before a reload, or in another tab, until its end. */
export const showLote = (undo: (lote: LoteVeiculos) => NoticeAction | undefined) =>
  mutationOptions({
    mutationFn: followLote,
    meta: {
      success: describeFim,
      onSuccess: undo,
      failure: serverSentence('Erro ao acompanhar a alteração dos veículos.'),
      invalidates: MOSTRAM,
    },
  });

/** Takes an act back and answers it at its end. */
export const undoLote = () =>
  mutationOptions({
    mutationFn: async (id: number) => {
      try {
        const url = `${BASE_LOTE}/${id}/desfazer`;
        return await followLote((await api('POST', url, { schema: LoteVeiculos })).data);
      } catch (error) {
        reloadLists(error);
        throw error;
      }
    },
    meta: {
      success: describeDesfeito,
      failure: serverSentence('Erro ao desfazer.'),
      invalidates: MOSTRAM,
    },
  });

/** Stops an act; what was done stays. */
export const cancelLote = () =>
  mutationOptions({
    mutationFn: (id: number) =>
      api('POST', `${BASE_LOTE}/${id}/cancelar`, { schema: LoteVeiculos }),
    meta: { failure: serverSentence('Erro ao cancelar.') },
  });
