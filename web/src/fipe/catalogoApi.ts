import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { SituacaoCatalogo } from '@unipark/contract/fipe';
import { api } from '../lib/wire/http.ts';
import { serverSentence } from '../lib/wire/query.ts';

const SITUACAO = ['fipe', 'situacao'];
const ATUALIZACAO = '/api/catalogo/atualizacao';
const RENOVACAO = 2_000;

/** The makes, models and years of the vehicle's form (`api.ts`). */
const isListOfCatalogo = ([de, nivel]: readonly unknown[]): boolean =>
  de === SITUACAO[0] && nivel !== SITUACAO[1];

const isRunning = (situacao: SituacaoCatalogo | undefined): boolean =>
  situacao?.andamento?.parado === false;

/** The state of the catalogue; polled only while a refresh or an import runs. */
export const situacaoQuery = queryOptions({
  queryKey: SITUACAO,
  queryFn: async ({ signal, client }) => {
    const antes = client.getQueryData<SituacaoCatalogo>(SITUACAO)?.desde;
    const { data } = await api('GET', '/api/catalogo', { signal, schema: SituacaoCatalogo });
    // The lists of the form are of another table now.
    if (antes !== undefined && antes !== data.desde)
      void client.invalidateQueries({ predicate: ({ queryKey }) => isListOfCatalogo(queryKey) });
    return data;
  },
  refetchInterval: ({ state }) => (isRunning(state.data) ? RENOVACAO : false),
});

/** Starts a refresh, or continues the paused one. */
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
