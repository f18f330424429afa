import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { type NovoVisitante, Visitante } from '@unipark/contract/visitante';
import { api } from '../lib/wire/http.ts';
import { readPage } from '../lib/wire/list.ts';
import type { listQuery } from '../lib/wire/listQuery.ts';
import { serverSentence } from '../lib/wire/query.ts';

const BASE = '/api/visitantes';
const CHAVE = ['visitantes'];

export const visitantesQuery = (consulta: ReturnType<typeof listQuery>) =>
  queryOptions({
    queryKey: [...CHAVE, 'pagina', consulta],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      readPage(await api('GET', BASE, { query: consulta, signal }), Visitante, 'id'),
    meta: { failure: serverSentence('Erro ao buscar os passes.') },
  });

export const createVisitante = mutationOptions({
  mutationFn: async ({ corpo, chave }: { corpo: NovoVisitante; chave: string }) =>
    (await api('POST', BASE, { body: corpo, idempotencyKey: chave, schema: Visitante })).data,
  meta: {
    success: 'Passe criado',
    failure: serverSentence('Erro ao criar o passe.'),
    invalidates: [CHAVE],
  },
});

export const cancelVisitante = mutationOptions({
  mutationFn: ({ id }: Visitante) => api('POST', `${BASE}/${encodeURIComponent(id)}/cancelar`),
  meta: {
    success: 'Passe cancelado',
    failure: serverSentence('Erro ao cancelar o passe.'),
    invalidates: [CHAVE],
  },
});
