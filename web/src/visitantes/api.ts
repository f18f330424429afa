import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  LinkVisita,
  LinkVisitaCriado,
  type NovoLinkVisita,
  VisitaAnunciada,
  VisitaConfirmada,
  type VisitaPreenchida,
} from '@unipark/contract/linkVisita';
import { type NovoVisitante, Visitante } from '@unipark/contract/visitante';
import * as z from 'zod/mini';
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

const LINKS = `${BASE}/links`;

export const linksVisitaQuery = queryOptions({
  queryKey: [...CHAVE, 'links'],
  queryFn: async ({ signal }) =>
    (await api('GET', LINKS, { signal, schema: z.array(LinkVisita) })).data,
  meta: { failure: serverSentence('Erro ao buscar os links.') },
});

export const createLinkVisita = mutationOptions({
  mutationFn: async (corpo: NovoLinkVisita) =>
    (await api('POST', LINKS, { body: corpo, schema: LinkVisitaCriado })).data,
  meta: {
    success: 'Link criado',
    failure: serverSentence('Erro ao criar o link.'),
    invalidates: [linksVisitaQuery.queryKey],
  },
});

export const revokeLinkVisita = mutationOptions({
  mutationFn: ({ id }: LinkVisita) => api('POST', `${LINKS}/${encodeURIComponent(id)}/cancelar`),
  meta: {
    success: 'Link cancelado',
    failure: serverSentence('Erro ao cancelar o link.'),
    invalidates: [linksVisitaQuery.queryKey],
  },
});

/** What the person with a link sees. Its token is in no URL, and cached only while it is used. */
export const visitaQuery = (token: string) =>
  queryOptions({
    queryKey: [...CHAVE, 'visita', token],
    enabled: token !== '',
    queryFn: async ({ signal }) =>
      (
        await api('POST', '/api/visita', {
          ...{ body: { token }, anonymous: true, schema: VisitaAnunciada, signal },
        })
      ).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const confirmVisita = mutationOptions({
  mutationFn: async (visita: VisitaPreenchida) =>
    (
      await api('POST', '/api/visita/confirmar', {
        ...{ body: visita, anonymous: true, schema: VisitaConfirmada },
      })
    ).data,
  meta: { failure: serverSentence('Erro ao confirmar a visita.') },
});
