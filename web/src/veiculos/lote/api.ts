import { mutationOptions } from '@tanstack/react-query';
import { isLoteAberto, LoteVeiculos, type PedidoLote } from '@unipark/contract/loteVeiculos';
import type { NoticeAction } from '../../lib/screen/notices.ts';
import { api } from '../../lib/wire/http.ts';
import { queryClient, serverSentence } from '../../lib/wire/query.ts';
import { MOSTRAM } from '../api.ts';
import { describeDesfeito, describeFeito } from './frases.ts';

const BASE = '/api/veiculos/lote';
const EM_ANDAMENTO_MS = 400;

type OnLoteProgress = (lote: LoteVeiculos) => void;

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Waits for the end of the work; a failed look is repeated, because the work goes on. */
async function follow(lote: LoteVeiculos, onProgress: OnLoteProgress): Promise<LoteVeiculos> {
  let atual = lote;
  while (isLoteAberto(atual.fase)) {
    onProgress(atual);
    await sleep(EM_ANDAMENTO_MS);
    atual = (await api('GET', `${BASE}/${lote.id}`, { schema: LoteVeiculos })).data;
  }
  return atual;
}

interface LoteRequest {
  pedido: PedidoLote;
  chave: string;
  onProgress: OnLoteProgress;
}

/** Requests an act on many vehicles and answers it at its end. */
export const createLote = (undo: (lote: LoteVeiculos) => NoticeAction | undefined) =>
  mutationOptions({
    mutationFn: async ({ pedido, chave, onProgress }: LoteRequest) => {
      try {
        const body = pedido;
        const { data } = await api('POST', BASE, {
          ...{ body, idempotencyKey: chave, schema: LoteVeiculos },
        });
        return await follow(data, onProgress);
      } catch (error) {
        // The list on screen is not the server's.
        void queryClient.invalidateQueries({ queryKey: ['veiculos'] });
        throw error;
      }
    },
    meta: {
      success: describeFeito,
      onSuccess: undo,
      failure: serverSentence('Erro ao alterar os veículos.'),
      invalidates: MOSTRAM,
    },
  });

/** Takes an act back and answers it at its end. */
export const undoLote = () =>
  mutationOptions({
    mutationFn: async ({ id, onProgress }: { id: number; onProgress: OnLoteProgress }) =>
      follow(
        (await api('POST', `${BASE}/${id}/desfazer`, { schema: LoteVeiculos })).data,
        onProgress,
      ),
    meta: {
      success: describeDesfeito,
      failure: serverSentence('Erro ao desfazer.'),
      invalidates: MOSTRAM,
    },
  });

/** Stops an act; what was done stays. */
export const cancelLote = () =>
  mutationOptions({
    mutationFn: (id: number) => api('POST', `${BASE}/${id}/cancelar`, { schema: LoteVeiculos }),
    meta: { failure: serverSentence('Erro ao cancelar.') },
  });
