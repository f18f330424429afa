import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { SituacaoCatalogo } from '@unipark/contract/fipe';
import { api } from '../lib/http.ts';
import { serverSentence } from '../lib/query.ts';

const SITUACAO = ['fipe', 'situacao'];
const ATUALIZACAO = '/api/catalogo/atualizacao';
const RENOVACAO = 2_000;

const isRunning = (situacao: SituacaoCatalogo | undefined): boolean =>
  situacao?.andamento?.parado === false;

/** How the catalogue stands; asked again and again only while somebody works on it. */
export const situacaoQuery = queryOptions({
  queryKey: SITUACAO,
  queryFn: async ({ signal }) =>
    (await api('GET', '/api/catalogo', { signal, schema: SituacaoCatalogo })).data,
  refetchInterval: ({ state }) => (isRunning(state.data) ? RENOVACAO : false),
});

/** Begins a refresh, or goes on with the one that lies there. */
export const startAtualizacao = mutationOptions({
  mutationKey: SITUACAO,
  mutationFn: async () => (await api('POST', ATUALIZACAO, { schema: SituacaoCatalogo })).data,
  meta: {
    success: 'Atualização iniciada.',
    failure: serverSentence('Erro ao iniciar a atualização.'),
    invalidates: [SITUACAO],
  },
});

export const pauseAtualizacao = mutationOptions({
  mutationKey: SITUACAO,
  mutationFn: async () => {
    await api('DELETE', ATUALIZACAO);
  },
  meta: {
    success: 'Atualização pausada.',
    failure: serverSentence('Erro ao pausar a atualização.'),
    invalidates: [SITUACAO],
  },
});
