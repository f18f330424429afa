import { mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  type AjustesCopias,
  PALAVRA_RESTAURAR,
  PerdasCopia,
  SituacaoCopias,
} from '@unipark/contract/copia';
import { api } from '../lib/wire/http.ts';
import { queryClient, serverSentence } from '../lib/wire/query.ts';

const COPIAS = '/api/copias';
const CHAVE = ['copias'];
/** While work runs, and while none does: the schedule makes one each hour. */
const EM_ANDAMENTO = 1_000;
const PARADO = 60_000;

const pathOfCopia = (nome: string): string => `${COPIAS}/${encodeURIComponent(nome)}`;

export const copiasQuery = queryOptions({
  queryKey: CHAVE,
  queryFn: async ({ signal }) =>
    (await api('GET', COPIAS, { signal, schema: SituacaoCopias })).data,
  refetchInterval: ({ state }) => (state.data?.andamento ? EM_ANDAMENTO : PARADO),
});

export const perdasQuery = (nome: string) =>
  queryOptions({
    queryKey: [...CHAVE, 'perdas', nome],
    queryFn: async ({ signal }) =>
      (await api('GET', `${pathOfCopia(nome)}/perdas`, { signal, schema: PerdasCopia })).data,
    staleTime: 0,
  });

const keep = (situacao: SituacaoCopias): SituacaoCopias => {
  queryClient.setQueryData(CHAVE, situacao);
  return situacao;
};

export const createCopia = mutationOptions({
  mutationKey: [...CHAVE, 'criar'],
  mutationFn: async () => keep((await api('POST', COPIAS, { schema: SituacaoCopias })).data),
  meta: { failure: serverSentence('Erro ao fazer a cópia.') },
});

export const verifyCopia = mutationOptions({
  mutationKey: [...CHAVE, 'conferir'],
  mutationFn: async (nome: string) =>
    keep((await api('POST', `${pathOfCopia(nome)}/conferir`, { schema: SituacaoCopias })).data),
  meta: { failure: serverSentence('Erro ao conferir a cópia.') },
});

export const restoreCopia = mutationOptions({
  mutationKey: [...CHAVE, 'restaurar'],
  mutationFn: async (nome: string) =>
    keep(
      (
        await api('POST', `${pathOfCopia(nome)}/restaurar`, {
          body: { confirmacao: PALAVRA_RESTAURAR },
          schema: SituacaoCopias,
        })
      ).data,
    ),
  meta: { failure: serverSentence('Erro ao restaurar a cópia.') },
});

export const updateAjustes = mutationOptions({
  mutationKey: [...CHAVE, 'ajustes'],
  mutationFn: async (ajustes: AjustesCopias) =>
    keep((await api('PUT', `${COPIAS}/ajustes`, { body: ajustes, schema: SituacaoCopias })).data),
  meta: {
    success: 'Cópias atualizadas.',
    failure: serverSentence('Erro ao atualizar as cópias.'),
  },
});
