import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { Apagados, type EdicaoPrazos, PrazosRetencao, Retencao } from '@unipark/contract/retencao';
import { api } from '../lib/wire/http.ts';
import { serverSentence } from '../lib/wire/query.ts';

const CHAVE = ['retencao'];
const CAMINHO = '/api/retencao';
const RENOVACAO = 2_000;

/** The periods and the last cleaning; polled only while a cleaning runs. */
export const retencaoQuery = queryOptions({
  queryKey: CHAVE,
  queryFn: async ({ signal }) => (await api('GET', CAMINHO, { signal, schema: Retencao })).data,
  refetchInterval: ({ state }) => (state.data?.apagando ? RENOVACAO : false),
});

/** What these periods would delete now. */
export const previewPrazos = mutationOptions({
  mutationKey: CHAVE,
  mutationFn: async (prazos: EdicaoPrazos) =>
    (await api('POST', `${CAMINHO}/previa`, { body: prazos, schema: Apagados })).data,
  meta: { failure: serverSentence('Erro ao contar o que seria apagado.') },
});

export const updatePrazos = mutationOptions({
  mutationKey: CHAVE,
  mutationFn: async (prazos: EdicaoPrazos) =>
    (await api('PUT', CAMINHO, { body: prazos, schema: PrazosRetencao })).data,
  meta: {
    success: 'Prazos atualizados.',
    failure: serverSentence('Erro ao atualizar os prazos.'),
    invalidates: [CHAVE],
  },
});
